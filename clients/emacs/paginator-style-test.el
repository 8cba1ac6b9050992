;;; paginator-style-test.el --- How paginator.el is written  -*- lexical-binding: t -*-

;;; Commentary:

;; README.md says how to run these.

;;; Code:

(require 'ert)
(require 'checkdoc)

(defconst paginator-style-test-files
  (let ((directory (file-name-directory (or load-file-name buffer-file-name))))
    (mapcar (lambda (name) (expand-file-name name directory))
            '("paginator.el" "paginator-test.el" "paginator-bad-test.el" "paginator-rpc-test.el"
              "paginator-style-test.el")))
  "The files of this package.")

(ert-deftest paginator-compiles-without-warnings ()
  (let ((directory (make-temp-file "paginator-test" t)))
    (unwind-protect
        (dolist (file paginator-style-test-files)
          (let ((byte-compile-error-on-warn t)
                (byte-compile-dest-file-function
                 (lambda (_) (expand-file-name "compiled.elc" directory))))
            (should (eq t (byte-compile-file file)))))
      (delete-directory directory t))))

(ert-deftest paginator-has-no-style-warnings ()
  (let ((warnings nil))
    (cl-letf (((symbol-function 'display-warning)
               (lambda (_type message &rest _) (push message warnings))))
      (mapc #'checkdoc-file paginator-style-test-files))
    (should-not warnings)))

(provide 'paginator-style-test)
;;; paginator-style-test.el ends here
