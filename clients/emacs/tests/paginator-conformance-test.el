;;; paginator-conformance-test.el --- What every client can do  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Pages, windows, walks and errors, and the end of the server.

;;; Code:

(require 'paginator-test)

(ert-deftest paginator-conformance-open ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=45" paginator-test-pages
    (should (equal "page" (paginator--get paginator--state :strategy)))
    (paginator-test-settle)
    (should (= 45 paginator--shown))
    (should (equal '("id" "title" "published_at" "summary") (mapcar #'car paginator--columns)))
    (should (string-match-p "^1 +Late birds of Fez +2024" (paginator-test-line 0)))))

(ert-deftest paginator-conformance-next ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25" paginator-test-pages
    (paginator-test-settle)
    (paginator-next-page)
    (paginator-test-wait "page 2 is there"
                         (lambda () (string-prefix-p "11 " (paginator-test-line-at-point))))
    (paginator-test-wait "it is the current page" (lambda () (eql 2 paginator--page)))
    (should (string-prefix-p "page 2 of 3, 25 items" (paginator--status)))
    (paginator-next-page)
    (paginator-test-wait "a message about the end"
                         (lambda () (string-match-p "end: totalReached" (paginator--status))))
    (should (string-prefix-p "21 " (paginator-test-line-at-point)))
    (paginator-test-settle)
    (paginator-next-page)
    (paginator-test-wait "there is no further page" (lambda () (null paginator--note)))
    (should (string-prefix-p "21 " (paginator-test-line-at-point)))))

(ert-deftest paginator-conformance-previous ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25" paginator-test-pages
    (paginator-test-settle)
    (paginator-go-to-page 3)
    (paginator-test-wait "page 3 is there" (lambda () (= 21 (line-number-at-pos))))
    (paginator-previous-page)
    (paginator-test-wait "page 2 is there" (lambda () (= 11 (line-number-at-pos))))
    (should (= 2 (paginator--get paginator--state :currentPage)))))

(ert-deftest paginator-conformance-page ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250" paginator-test-pages
    (paginator-test-settle)
    (paginator-go-to-page 17)
    (paginator-test-wait "page 17 is there"
                         (lambda () (string-prefix-p "161 " (paginator-test-line 160))))
    (should (= 161 (line-number-at-pos)))
    (should (string-match-p "…" (paginator-test-line 130)))
    (should (string-match-p "does not exist" (paginator-test-failure
                                              (lambda ()
                                                (paginator-call :paginator/loadPage
                                                                (list :paginatorId paginator--id
                                                                      :page 99))))))))

(ert-deftest paginator-conformance-cancel ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25&fault=stall@p2"
      paginator-test-pages
    (let ((failure nil))
      (paginator-test-wait "page 1 is loaded"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0))))
      (paginator-ask-for-page-2 (lambda (error) (setq failure error)))
      (paginator-cancel)
      (paginator-test-wait "the load has failed" (lambda () failure))
      (should (= 1009 (paginator--get failure :code)))
      (should (equal "cancelled" (paginator--get failure :data :kind)))
      (paginator-test-wait "nothing is awaited" (lambda () (null paginator--asked)))
      (should (= 1 (paginator--get (paginator-call :paginator/loadPage
                                                   (list :paginatorId paginator--id :page 1))
                                   :page))))))

(defun paginator-ask-for-page-2 (done)
  "Load page 2 and call DONE with the error."
  (paginator-request :paginator/loadPage (list :paginatorId paginator--id :page 2)
                     (lambda (_result failure) (funcall done failure))))

(ert-deftest paginator-conformance-error ()
  (paginator-test-with (paginator-test-session
                        "/page?page=:currentPage&per_page=:perPage&items=150&fault=500x1@p2")
      (append '(:perPage 100 :fetching (:retries 0) :prefetch (:distance 0)) paginator-test-pages)
    (paginator-test-settle)
    (should (string-prefix-p "1 " (paginator-test-line 0)))
    (paginator-test-scroll 100)
    (paginator-test-settle)
    (paginator-test-wait "its first row says why"
                         (lambda () (string-match-p "status 500: .*requested\\. (GET http://.*fault=500"
                                                    (paginator-test-line 100))))
    (should (equal "failed" (paginator-test-line 101)))
    (should (equal "failed" (paginator-test-line 149)))
    (should (string-prefix-p "1 " (paginator-test-line 0)))
    (paginator-show-item)
    (paginator-test-wait "it is loaded after RET"
                         (lambda () (string-prefix-p "101 " (paginator-test-line 100))))))

(ert-deftest paginator-conformance-window ()
  (let ((paginator-prefetch-items 0))
    (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250" paginator-test-pages
      (paginator-test-settle)
      (should (= 250 paginator--shown))
      (should (string-match-p "…" (paginator-test-line 200)))
      (paginator-test-scroll 200)
      (paginator-test-wait "what is visible is loaded"
                           (lambda () (string-prefix-p "201 " (paginator-test-line 200))))
      (should (string-match-p "…" (paginator-test-line 150)))
      (paginator-test-wait "the page is known" (lambda () (eql 21 paginator--page))))))

(ert-deftest paginator-requests-the-next-page-ahead ()
  (let ((paginator-prefetch-items 0))
    (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=300"
        (append '(:perPage 100) paginator-test-pages)
      (paginator-test-settle)
      (paginator-next-page)
      (paginator-test-wait
       "the one after it has been requested"
       (lambda ()
         (equal [3] (paginator--get
                     (paginator-call :paginator/state (list :paginatorId paginator--id))
                     :prefetched)))))))

(ert-deftest paginator-conformance-walk-with-progress ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=45" paginator-test-pages
    (paginator-test-settle)
    (let ((progress 0) (done nil) (items 0))
      (paginator-request
       :paginator/loadAll
       (list :paginatorId paginator--id
             :partialResultToken
             (paginator--token
              (lambda (value) (cl-incf items (length (paginator--get value :items)))))
             :workDoneToken (paginator--token (lambda (_value) (cl-incf progress))))
       (lambda (result _failure) (setq done result)))
      (paginator-test-wait "the walk is over" (lambda () done))
      (should (equal "complete" (paginator--get done :verdict)))
      (should (= 35 items (paginator--get done :itemCount)))
      (should (>= progress 2)))
    (let ((buffer (paginator-walk)))
      (paginator-test-wait "all items are written"
                           (lambda () (= 46 (with-current-buffer buffer
                                              (line-number-at-pos (point-max))))))
      (with-current-buffer buffer
        (should (string-prefix-p "{\"id\":1,\"title\":" (paginator-test-line 0)))
        (should (string-prefix-p "{\"id\":45,\"title\":" (paginator-test-line 44))))
      (kill-buffer buffer))))

(ert-deftest paginator-gives-no-id-twice ()
  (let ((ids nil))
    (dotimes (_ 2)
      (paginator-test-with "/page?items=3" paginator-test-pages
        (push paginator--id ids)))
    (should-not (equal (car ids) (cadr ids)))))

(ert-deftest paginator-conformance-server-death ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=45&fault=stall@p3"
      paginator-test-pages
    (paginator-test-wait "page 1 is there"
                         (lambda () (string-prefix-p "1 " (paginator-test-line 0))))
    (let ((failure nil) (first (process-id paginator--process)))
      (paginator-request :paginator/loadPage (list :paginatorId paginator--id :page 3)
                         (lambda (_result error) (setq failure error)))
      (goto-char (point-min))
      (forward-line 1)
      (signal-process first 'KILL)
      (paginator-test-wait "the load has failed" (lambda () failure))
      (should (string-match-p "ended with status 9.*press g" (paginator--get failure :message)))
      (paginator-test-wait "the buffer says it" (lambda () (null paginator--id)))
      (should (string-match-p "the server has ended" (paginator--status)))
      (should (string-prefix-p "1 " (paginator-test-line 0)))
      (should (string-match-p "press g" (paginator-test-failure #'paginator-next-page)))
      (revert-buffer)
      (paginator-test-wait "a new server loads"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0))))
      (should (= 2 (line-number-at-pos)))
      (should-not (= first (process-id paginator--process)))
      (should (paginator-test-gone-p first)))))

(ert-deftest paginator-shares-one-server ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=5" paginator-test-pages
    (let ((process paginator--process)
          (second (paginator-open (paginator-test-url "/page?items=5") '(:itemsPath "articles"))))
      (should (eq process paginator--process))
      (kill-buffer second)
      (should (process-live-p process)))))

(provide 'paginator-conformance-test)
;;; paginator-conformance-test.el ends here
