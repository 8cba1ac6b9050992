;;; paginator-style-test.el --- How the package is written  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Emacs's own checks of the files, and an installation of the package.

;;; Code:

(require 'ert)
(require 'checkdoc)

(defconst paginator-style-test-directory
  (file-name-directory (or load-file-name buffer-file-name))
  "The directory of this file.")

(defconst paginator-style-test-package
  (file-name-directory (directory-file-name paginator-style-test-directory))
  "The directory of the package.")

(defun paginator-style-test-files ()
  "Return all files in Emacs Lisp, of the package and of this directory."
  (mapcan (lambda (directory) (directory-files directory t "\\`[^.].*\\.el\\'"))
          (list paginator-style-test-package paginator-style-test-directory)))

(defun paginator-style-test-run (home form)
  "Evaluate FORM in an Emacs of its own, to which the files are strange.
HOME is its home directory.  It must not fail."
  (with-temp-buffer
    (let* ((default-directory home)
           (process-environment (cons (concat "HOME=" home) process-environment))
           (status (call-process (expand-file-name invocation-name invocation-directory)
                                 nil t nil "-Q" "--batch" "--eval" (format "%S" form))))
      (unless (eql 0 status) (ert-fail (buffer-string))))))

(defmacro paginator-style-test-with-directory (&rest body)
  "Run BODY with `directory' bound to a new folder, which is removed then."
  (declare (indent 0) (debug t))
  `(let ((directory (file-name-as-directory (make-temp-file "paginator-test" t))))
     (unwind-protect (progn ,@body)
       (delete-directory directory t))))

(ert-deftest paginator-compiles-without-warnings ()
  (paginator-style-test-with-directory
    ;; Each by itself, as what another one has loaded hides what a file forgot to require.
    (dolist (file (paginator-style-test-files))
      (paginator-style-test-run
       directory
       `(progn
          (require 'bytecomp)
          (let ((load-path (append '(,paginator-style-test-package ,paginator-style-test-directory)
                                   load-path))
                (byte-compile-error-on-warn t)
                (ignored-local-variables (cons 'no-byte-compile ignored-local-variables))
                (byte-compile-dest-file-function
                 (lambda (_) ,(expand-file-name "compiled.elc" directory))))
            (unless (eq t (byte-compile-file ,file)) (kill-emacs 1))))))))

(ert-deftest paginator-has-no-style-warnings ()
  (let ((warnings nil))
    (cl-letf (((symbol-function 'display-warning)
               (lambda (_type message &rest _) (push message warnings))))
      (mapc #'checkdoc-file (paginator-style-test-files)))
    (should-not warnings)))

(ert-deftest paginator-installs-as-a-package ()
  (paginator-style-test-with-directory
    (paginator-style-test-run
     directory
     `(progn
        (require 'package)
        (package-install-file ,paginator-style-test-package)
        (unless (autoloadp (symbol-function 'paginator-open))
          (error "The command paginator-open is not autoloaded"))
        (when (locate-library "paginator-test") (error "The tests are installed, too"))
        (autoload-do-load (symbol-function 'paginator-open) 'paginator-open)
        (unless (string-prefix-p (expand-file-name package-user-dir)
                                 (symbol-file 'paginator-walk))
          (error "It is not the installed package that was loaded"))))))

(provide 'paginator-style-test)
;;; paginator-style-test.el ends here
