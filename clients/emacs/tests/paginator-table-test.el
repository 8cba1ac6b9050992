;;; paginator-table-test.el --- Tests of the table  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Rows and columns that come as the user scrolls, and what its keys do.

;;; Code:

(require 'paginator-test)

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

(ert-deftest paginator-shows-an-empty-collection ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=0" paginator-test-pages
    (paginator-test-wait "it is known to be empty" (lambda () (eql 0 paginator--end)))
    (should (= 0 (buffer-size)))
    (should (string-match-p "no items" (paginator--status)))))

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

(defun paginator-table-test-press (keys)
  "Run what KEYS are bound to in this buffer, as the command loop does."
  (setq this-command (key-binding (kbd keys)))
  (call-interactively this-command)
  (run-hooks 'post-command-hook))

(ert-deftest paginator-has-the-keys-of-any-table ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250"
      (append '(:prefetch (:distance 0)) paginator-test-pages)
    (switch-to-buffer (current-buffer))
    (paginator-test-settle)
    (paginator-table-test-press "n")
    (paginator-table-test-press "n")
    (paginator-table-test-press "p")
    (should (eql 1 (paginator--index-at)))
    (let ((kill-ring nil))
      (paginator-table-test-press "w")
      (paginator-test-wait "it is copied" (lambda () kill-ring))
      (should (string-prefix-p "{\"id\":2,\"title\":\"Early rivers of Malmö\"," (car kill-ring))))
    (should (eq #'scroll-up-command (key-binding (kbd "SPC"))))
    (paginator-table-test-press "SPC")
    (should (> (paginator--index-at) 1))
    (paginator-test-scroll 0)
    (paginator-test-settle)
    (search-forward "Late birds")
    (let ((source (current-buffer)))
      (paginator-table-test-press "S")
      (with-current-buffer (format "%s sorted" (buffer-name source))
        (let ((titles (mapcar (lambda (line) (string-trim (substring line 5)))
                              (split-string (buffer-string) "\n" t))))
          (should (> (length titles) 9))
          (should (equal titles (sort (copy-sequence titles)
                                      (lambda (a b) (string-collate-lessp a b nil t))))))
        (goto-char (point-min))
        (tabulated-list-sort 0)
        (should (string-prefix-p "1 " (paginator-test-line 0)))
        (should (string-prefix-p "2 " (paginator-test-line 1)))
        (goto-char (point-min))
        (forward-line 1)
        (paginator-table-test-press "RET")
        (paginator-test-wait "it is shown" (lambda () (get-buffer "*paginator item 2*")))
        (kill-buffer))
      (with-current-buffer "*paginator item 2*"
        (let ((kill-ring nil))
          (paginator-table-test-press "w")
          (should (string-prefix-p "{\n  \"id\": 2," (car kill-ring))))
        (kill-buffer)))))

(ert-deftest paginator-cancelled-rows-lose-their-mark ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=250&latency=1000"
      (append '(:prefetch (:distance 0)) paginator-test-pages)
    (paginator-test-settle)
    (paginator-test-scroll 200)
    (should (equal "…" (paginator-test-line 200)))
    (should paginator--asked)
    (paginator-table-test-press "C-c C-k")
    (should (equal "" (paginator-test-line 200)))
    (should-not paginator--asked)
    (sleep-for 1.5)
    (should (equal "" (paginator-test-line 200)))
    (should (equal 200 (paginator--index-at)))
    (paginator-table-test-press "n")
    (should (equal "…" (paginator-test-line 201)))
    (paginator-test-wait "it is asked for again by a movement"
                         (lambda () (string-prefix-p "202 " (paginator-test-line 201))))))

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

(provide 'paginator-table-test)
;;; paginator-table-test.el ends here
