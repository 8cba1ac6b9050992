;;; paginator-doubt-test.el --- Tests of what is in doubt  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; What is said where a list may go on, or begins in its middle.

;;; Code:

(require 'paginator-test)

(defun paginator-doubt-test-said (pattern action)
  "Call ACTION, and wait until a message matches PATTERN."
  (let ((said nil) (inhibit-message t))
    (cl-letf (((symbol-function 'message)
               (lambda (&rest arguments)
                 (when (car arguments) (push (apply #'format arguments) said)))))
      (funcall action)
      (paginator-test-wait
       (format "%S is said" pattern)
       (lambda () (seq-some (lambda (each) (string-match-p pattern each)) said))))))

(ert-deftest paginator-says-why-there-may-be-a-next-page ()
  (paginator-test-with "/page?page=1&per_page=10&items=100&fault=400@p2" nil
    (paginator-test-wait "it is known to end" (lambda () (eql 10 paginator--end)))
    (paginator-test-settle)
    (should (= 10 paginator--shown))
    (paginator-doubt-test-said "There is no next page: .*The fault 400 was requested"
                               #'paginator-next-page)
    (paginator-help)
    (with-current-buffer (help-buffer)
      (should (string-match-p "The fault 400 was requested" (buffer-string))))))

(ert-deftest paginator-begins-at-the-page-of-the-url ()
  (paginator-test-with "/page?page=3&per_page=10&items=100" nil
    (paginator-test-wait "page 3 is there"
                         (lambda () (string-prefix-p "21 " (paginator-test-line-at-point))))
    (should (eql 20 (paginator--index-at)))))

(ert-deftest paginator-says-why-a-walk-is-in-doubt ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=30&fault=empty@p2"
      paginator-test-pages
    (paginator-test-settle)
    (let ((buffer nil))
      (paginator-doubt-test-said "suspect (.* but 20 came"
                                 (lambda () (setq buffer (paginator-walk))))
      (kill-buffer buffer))))

(ert-deftest paginator-counts-what-it-has-sorted ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25" paginator-test-pages
    (paginator-test-settle)
    (paginator-test-wait "ten rows are there" (lambda () (< 9 (hash-table-count paginator--rows))))
    (let ((name (format "%s sorted" (buffer-name))))
      (paginator-doubt-test-said
       (format "the %d rows that are loaded" (hash-table-count paginator--rows)) #'paginator-sort)
      (kill-buffer name))))

(provide 'paginator-doubt-test)
;;; paginator-doubt-test.el ends here
