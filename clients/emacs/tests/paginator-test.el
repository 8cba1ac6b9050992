;;; paginator-test.el --- What the tests share  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; README.md says how to run the tests.  They need the environment variables
;; PAGINATOR, the program, and PAGINATOR_SAMPLE_API, the URL that
;; "sample-api" prints.

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

(provide 'paginator-test)
;;; paginator-test.el ends here
