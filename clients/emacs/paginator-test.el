;;; paginator-test.el --- Tests of paginator.el  -*- lexical-binding: t -*-

;;; Commentary:

;; README.md says how to run these.  They need the environment variables
;; PAGINATOR, the program, and PAGINATOR_SAMPLE_API, the URL that
;; "paginator sample-api" prints.

;;; Code:

(require 'ert)
(require 'paginator)

(defconst paginator-test-seconds 60 "How long a test waits for anything.")

(defun paginator-test-url (path)
  "Return the URL of PATH in the sample API."
  (concat (or (getenv "PAGINATOR_SAMPLE_API") (error "Set PAGINATOR_SAMPLE_API")) path))

(defun paginator-test-session (path)
  "Return PATH with a session of its own, whose faults come once more."
  (format "%s&session=emacs-%d-%s" path (emacs-pid) (format-time-string "%s%N")))

(defun paginator-test-wait (what predicate)
  "Wait for PREDICATE to give non-nil; fail with WHAT if it never does."
  (let ((deadline (+ (float-time) paginator-test-seconds)) (value nil))
    (while (not (or (setq value (funcall predicate)) (> (float-time) deadline)))
      (accept-process-output nil 0.01))
    (unless value (ert-fail (format "Waited in vain until %s" what)))
    value))

(defun paginator-test-gone-p (pid)
  "Return non-nil if there is no process PID."
  (not (eql 0 (signal-process pid 0))))

(defun paginator-test-line (index)
  "Return the row at INDEX as it stands in the buffer."
  (save-excursion
    (goto-char (point-min))
    (forward-line index)
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun paginator-test-line-at-point ()
  "Return the row at point as it stands in the buffer."
  (paginator-test-line (1- (line-number-at-pos))))

(defun paginator-test-quiet-p ()
  "Return non-nil if nothing is being loaded and something is there."
  (and (null paginator--asked) (null paginator--timer) (> (hash-table-count paginator--rows) 0)))

(defun paginator-test-settle ()
  "Wait until nothing is being loaded."
  (paginator-test-wait "all is loaded" #'paginator-test-quiet-p))

(defun paginator-test-in-buffer (path params body)
  "Open PATH of the sample API with PARAMS and call BODY there.
The server must be gone after."
  (let* ((buffer (paginator-open (paginator-test-url path) params))
         (pid (process-id paginator--process)))
    (unwind-protect (with-current-buffer buffer (funcall body))
      (when (buffer-live-p buffer) (kill-buffer buffer))
      (paginator-stop))
    (should (paginator-test-wait "the server has ended" (lambda () (paginator-test-gone-p pid))))))

(defmacro paginator-test-with (path params &rest body)
  "Run BODY in a buffer for PATH of the sample API, opened with PARAMS."
  (declare (indent 2) (debug t))
  `(paginator-test-in-buffer ,path ,params (lambda () ,@body)))

(defconst paginator-test-pages
  '(:perPage 10 :itemsPath "articles" :paginationMapping (:pagination.total_objects "objectCount"))
  "Params for /page with a total.")

(defconst paginator-test-cursor
  '(:perPage 10 :itemsPath "data"
    :pagination (:strategy "cursor" :next "next_cursor" :parameter "cursor"))
  "Params for /cursor.")

(defun paginator-test-failure (function)
  "Return the message of the error for the user that FUNCTION signals."
  (let ((failure (should-error (funcall function))))
    (should (memq 'user-error (get (car failure) 'error-conditions)))
    (cadr failure)))

(defun paginator-test-scroll (index)
  "Scroll so that the row at INDEX is the first one."
  (goto-char (point-min))
  (forward-line index)
  (dolist (window (get-buffer-window-list (current-buffer) nil t))
    (set-window-point window (point))
    (set-window-start window (point)))
  (paginator--look))

;;; Conformance

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
    (paginator-test-wait "the end is told"
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
    (should (string-match-p "outside" (paginator-test-failure
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

(ert-deftest paginator-secrets-become-headers ()
  (should (equal (paginator--headers "1234" nil) '(:Authorization "Bearer 1234")))
  (should (equal (paginator--headers "me:1" "Basic realm=x") '(:Authorization "Basic bWU6MQ==")))
  (should (equal (paginator--headers "X-Key: 1" nil) '(:X-Key "1")))
  (should (equal (paginator--headers "token 1" nil) '(:Authorization "token 1"))))

(ert-deftest paginator-auth-sources-are-looked-at ()
  (let* ((file (make-temp-file "paginator" nil ".authinfo"
                               "machine 127.0.0.1 login me password sesame\n"))
         (auth-sources (list file)) (auth-source-do-cache nil) (paginator--secrets nil))
    (unwind-protect
        (progn
          (should (equal (paginator-stored-credentials "http://127.0.0.1:80" nil)
                         '(:Authorization "Bearer sesame")))
          (should-not (paginator-stored-credentials "http://other.example" nil))
          (push '("http://127.0.0.1:80" . "typed") paginator--secrets)
          (should (equal (paginator-stored-credentials "http://127.0.0.1:80" nil)
                         '(:Authorization "Bearer typed"))))
      (delete-file file))))

(ert-deftest paginator-conformance-error ()
  (paginator-test-with (paginator-test-session
                        "/page?page=:currentPage&per_page=:perPage&items=150&fault=500x1@p2")
      (append '(:perPage 100 :fetching (:retries 0) :prefetch (:distance 0)) paginator-test-pages)
    (paginator-test-settle)
    (should (string-prefix-p "1 " (paginator-test-line 0)))
    (paginator-test-scroll 100)
    (paginator-test-settle)
    (paginator-test-wait "its first row says why"
                         (lambda () (string-match-p "status 500: .*asked for\\. (GET http://.*fault=500"
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

;;; The table

(ert-deftest paginator-grows-where-no-total-is-known ()
  (paginator-test-with "/cursor?limit=:perPage&items=75&total=0" paginator-test-cursor
    (paginator-test-settle)
    (should-not paginator--end)
    (while (not paginator--end)
      (let ((before paginator--shown))
        (paginator-test-scroll (1- before))
        (paginator-test-wait "there is more"
                             (lambda () (or paginator--end (> paginator--shown before))))
        (paginator-test-settle)))
    (should (= 75 paginator--end))
    (should (= 75 paginator--shown))
    (paginator-test-scroll 70)
    (paginator-test-settle)
    (should (string-prefix-p "75 " (paginator-test-line 74)))
    (should (equal "" (paginator-test-line 75)))))

(ert-deftest paginator-finds-the-end-from-behind-it ()
  ;; Nothing is loaded ahead: the row that is asked for turns out to lie behind the end.
  (paginator-test-with "/cursor?limit=:perPage&items=35&total=0"
      (append '(:prefetch (:distance 0)) paginator-test-cursor)
    (paginator-test-settle)
    (should-not paginator--end)
    (should (= 40 paginator--shown))
    (paginator-test-scroll 39)
    (paginator-test-settle)
    (should (= 35 paginator--end))
    ;; It stays known where a row in front of it is asked for again.
    (remhash 5 paginator--rows)
    (paginator-test-scroll 5)
    (paginator-test-settle)
    (should (gethash 5 paginator--rows))
    (should (= 35 paginator--end))
    (should (= 35 paginator--shown))))

(ert-deftest paginator-asks-for-a-failed-first-page-only-by-hand ()
  (paginator-test-with
      (paginator-test-session "/page?page=:currentPage&per_page=:perPage&items=25&fault=500x1")
      (append '(:fetching (:retries 0)) paginator-test-pages)
    (paginator-test-wait "it is shown as failed"
                         (lambda () (string-match-p "status 500" (paginator-test-line 0))))
    (paginator-test-settle)
    (should (string-match-p "status 500" (paginator-test-line 0)))
    (should (= 1 paginator--shown))
    (should (equal "" (paginator-test-line 1)))
    (paginator-show-item)
    (paginator-test-wait "it is loaded after RET"
                         (lambda () (string-prefix-p "1 " (paginator-test-line 0))))))

(ert-deftest paginator-reaches-a-page-far-behind ()
  (let ((paginator-rows-max 60))
    (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250"
        (append '(:prefetch (:distance 0)) paginator-test-pages)
      (paginator-test-settle)
      (should (= 60 paginator--shown))
      (paginator-go-to-page 16)
      (paginator-test-wait "page 16 is there"
                           (lambda () (string-prefix-p "151 " (paginator-test-line-at-point))))
      (should (< 179 paginator--shown 250))
      (should (= (1+ paginator--shown) (line-number-at-pos (point-max))))
      (let ((shown paginator--shown))
        (paginator-test-scroll 0)
        (paginator-test-settle)
        (should (= shown paginator--shown)))
      (paginator-go-to-page 25)
      (paginator-test-wait "the last page is there"
                           (lambda () (string-prefix-p "241 " (paginator-test-line-at-point))))
      (should (= 250 paginator--shown))
      (should (equal 240 (paginator--index-at)))
      (paginator-test-scroll 249)
      (paginator-test-wait "the last row is there"
                           (lambda () (string-prefix-p "250 " (paginator-test-line 249)))))))

(ert-deftest paginator-keeps-the-rows-of-a-failed-page-without-a-count ()
  (dolist (page '(2 3 4))
    (paginator-test-with
        (paginator-test-session
         (format "/cursor?limit=:perPage&items=75&total=0&fault=500@p%d" page))
        (append '(:perPage 5 :fetching (:retries 0) :prefetch (:distance 0)) paginator-test-cursor)
      (paginator-test-settle)
      (dotimes (_ 3)
        (paginator-next-page)
        (paginator-test-settle))
      (let ((first (* 5 (1- page))))
        (paginator-test-scroll first)
        (paginator-test-wait "its first row says why"
                             (lambda () (string-match-p "status 500" (paginator-test-line first))))
        (paginator-test-wait "the row before is there"
                             (lambda () (string-prefix-p (format "%d " first)
                                                         (paginator-test-line (1- first)))))
        (should (equal "failed" (paginator-test-line (1+ first))))
        (paginator-test-wait "nothing is loading any more"
                             (lambda ()
                               (not (string-match-p "loading" (paginator--status)))))))))

(ert-deftest paginator-columns-grow ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250" paginator-test-pages
    (paginator-test-settle)
    (let ((before (cadr (assoc "title" paginator--columns))))
      (cl-loop for index from 20 below 250 by 20
               do (paginator-test-scroll index)
               (paginator-test-settle))
      (let ((after (cadr (assoc "title" paginator--columns))))
        (should (> after before))
        (paginator-test-scroll 0)
        (paginator-test-wait "the first rows have the new width"
                             (lambda () (= (string-match "2024-" (paginator-test-line 0))
                                           (+ 5 1 after 1))))))))

(ert-deftest paginator-says-how-to-sign-in ()
  (paginator-test-with (paginator-test-session
                        "/page?page=:currentPage&per_page=:perPage&items=5&auth=sesame")
      paginator-test-pages
    (paginator-test-wait "it says so"
                         (lambda () (string-match-p "M-x paginator-sign-in" (paginator-test-line 0))))
    (should (= 1 paginator--shown))))

(ert-deftest paginator-says-that-there-is-no-next-page ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25"
      (append '(:prefetch (:distance 0)) paginator-test-pages)
    (paginator-test-settle)
    (paginator-test-scroll 24)
    (paginator-test-wait "the last row is there"
                         (lambda () (string-prefix-p "25 " (paginator-test-line 24))))
    (let* ((said nil) (inhibit-message t))
      (cl-letf (((symbol-function 'message)
                 (lambda (&rest arguments) (push (apply #'format arguments) said))))
        (paginator-next-page)
        (paginator-test-wait "it is said" (lambda () said)))
      (should (equal '("There is no next page") said)))))

(ert-deftest paginator-shows-an-empty-collection ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=0" paginator-test-pages
    (paginator-test-wait "it is known to be empty" (lambda () (eql 0 paginator--end)))
    (should (= 0 (buffer-size)))
    (should (string-match-p "no items" (paginator--status)))))

(ert-deftest paginator-takes-columns-of-a-profile ()
  (let ((paginator-profiles
         `(("articles"
            :url ,(paginator-test-url "/page?page=:currentPage&items=5")
            :itemsPath "articles"
            :columns (("By" 12 "author.login")
                      ("Title" 0 ,(lambda (item) (upcase (plist-get item :title)))))))))
    (let ((buffer (paginator-open "articles")))
      (unwind-protect
          (with-current-buffer buffer
            (paginator-test-wait "it is shown"
                                 (lambda () (string-match-p "^ben-ford +LATE BIRDS OF FEZ$"
                                                            (paginator-test-line 0)))))
        (kill-buffer buffer))
      (should-not (paginator--running-p)))))

(ert-deftest paginator-shows-an-item-as-json ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25" paginator-test-pages
    (paginator-test-settle)
    (forward-line 1)
    (paginator-show-item)
    (paginator-test-wait "it is shown" (lambda () (get-buffer "*paginator item 2*")))
    (with-current-buffer "*paginator item 2*"
      (should (string-prefix-p
               (concat "{\n  \"id\": 2,\n  \"title\": \"Early rivers of Malmö\",\n"
                       "  \"author\": {\n    \"login\": \"ben-marsh\",")
               (buffer-string)))
      (kill-buffer))))

(ert-deftest paginator-writes-json-as-it-came ()
  (dolist (json '("{}" "[]" "null" "[{},null,false,true,0,-1.5,\"a\\\"b\\\\\"]"
                  "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":12345678901234567890}"
                  "{\"é\":\"Zürich 鉄道 😀\",\"n\":-0.1}"))
    (let ((value (with-temp-buffer
                   (insert json)
                   (goto-char (point-min))
                   (paginator--json-read))))
      (should (equal json (paginator--json value)))))
  (let ((item '(:a (:b "x") :c 1.5)))
    (should (equal "x" (paginator--cell item "a.b")))
    (should (equal "1.5" (paginator--cell item "c")))
    (should (equal "" (paginator--cell item "a.c")))
    (should (equal "{\"a\":{\"b\":\"x\"},\"c\":1.5}" (paginator--cell item "")))))

(ert-deftest paginator-reads-names-that-are-not-ascii ()
  (let ((item (with-temp-buffer
                (insert "{\"größe\":\"viel\"}")
                (goto-char (point-min))
                (paginator--json-read))))
    (should (equal '(("größe" 5 "größe")) (paginator--guess-columns (list item))))
    (should (equal "viel" (paginator--cell item "größe")))))

(ert-deftest paginator-answers-although-json-is-unreadable ()
  (let ((answer (with-temp-buffer
                  (insert "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"items\":[1,}}")
                  (goto-char (point-min))
                  (paginator--json-read))))
    (should (= 7 (paginator--get answer :id)))
    (should (string-match-p "cannot read" (paginator--get answer :error :message)))))

(ert-deftest paginator-refreshes ()
  (paginator-test-with
      (paginator-test-session
       "/page?page=:currentPage&per_page=:perPage&items=25&fault=edit@4")
      (append '(:identity "id") paginator-test-pages)
    (paginator-test-settle)
    (let ((old (paginator-test-line 9)))
      (revert-buffer)
      (paginator-test-wait "the title has changed"
                           (lambda () (and (paginator-test-quiet-p)
                                           (not (string-match-p "…" (paginator-test-line 9)))
                                           (not (equal old (paginator-test-line 9)))))))))

(ert-deftest paginator-supplies-credentials ()
  (let ((paginator-credentials-function
         (lambda (origin challenge)
           (and (string-prefix-p "http://127.0.0.1:" origin) (stringp challenge)
                '(:Authorization "Bearer sesame")))))
    (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=5&auth=sesame"
        paginator-test-pages
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(ert-deftest paginator-tokens-come-from-auth-sources ()
  (let* ((file (make-temp-file "paginator" nil ".authinfo"
                               "machine 127.0.0.1 login me password sesame\n"))
         (auth-sources (list file)) (auth-source-do-cache nil) (paginator--secrets nil)
         (origin "http://127.0.0.1:80"))
    (unwind-protect
        (progn
          (should (equal (paginator-stored-token origin '(:type "bearer")) "sesame"))
          (should (equal (paginator-stored-token origin '(:type "basic" :format "mail:token"))
                         "me:sesame"))
          (should (equal (paginator-stored-token origin '(:type "awsSigV4"))
                         '(:type "awsSigV4" :accessKeyId "me" :secretAccessKey "sesame")))
          (should-not (paginator-stored-token "http://other.example" '(:type "bearer"))))
      (delete-file file))))

(ert-deftest paginator-sends-a-token-as-the-profile-says ()
  (let ((paginator-token-function
         (lambda (_origin authentication)
           (and (equal (plist-get authentication :name) "PRIVATE-TOKEN") "sesame")))
        (gitlab '(:profile "gitlab")))
    (paginator-test-with "/header?items=5&auth=header:PRIVATE-TOKEN:sesame" gitlab
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(ert-deftest paginator-signing-in-opens-a-profile ()
  (let ((paginator--secrets nil) (auth-sources nil))
    (paginator-test-with "/header?items=5&auth=header:PRIVATE-TOKEN:sesame"
        '(:profile "gitlab")
      (paginator-test-wait "it is refused" (lambda () paginator--ready))
      (let ((prompt (paginator--secret-prompt "http://h" (paginator--profile paginator--opened))))
        (should (string-match-p "PRIVATE-TOKEN; see https://docs.gitlab.com/" prompt)))
      ;; In a table nothing but the secret is asked for.
      (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (error "Asked for more")))
                ((symbol-function 'read-passwd) (lambda (&rest _) "sesame")))
        (call-interactively #'paginator-sign-in))
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(ert-deftest paginator-help-names-every-key ()
  (save-window-excursion
    (paginator-help)
    (with-current-buffer (help-buffer)
      (map-keymap
       (lambda (_key command)
         (when (and (string-prefix-p "paginator-" (format "%s" command))
                    (not (eq command 'paginator-help)))
           (let ((key (key-description (where-is-internal command paginator-mode-map t))))
             (should (string-match-p (concat "^" (regexp-quote key) "\t") (buffer-string))))))
       paginator-mode-map))))

(ert-deftest paginator-shares-one-server ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=5" paginator-test-pages
    (let ((process paginator--process)
          (second (paginator-open (paginator-test-url "/page?items=5") '(:itemsPath "articles"))))
      (should (eq process paginator--process))
      (kill-buffer second)
      (should (process-live-p process)))))

;;; The files

(provide 'paginator-test)
;;; paginator-test.el ends here
