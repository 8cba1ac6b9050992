;;; paginator-item.el --- Items and states as JSON  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The item of a row as JSON; and all that is known of the collection.

;;; Code:

(require 'subr-x)
(require 'paginator-json)
(require 'paginator-loading)
(require 'paginator-table)

(defun paginator-show-item ()
  "Show the item at point as JSON; where its page has failed, load it again."
  (interactive nil paginator-mode)
  (paginator--need)
  (let ((index (or (paginator--index-at) (user-error "There is no item here"))))
    (if (eq 'failed (car (gethash index paginator--rows)))
        (progn
          (maphash (lambda (key row) (when (eq 'failed (car row)) (remhash key paginator--rows)))
                   paginator--rows)
          (setq paginator--failures nil paginator--lone nil)
          (paginator--look))
      (paginator--with-item
       index
       (lambda (item)
         (paginator--show-json (format "*paginator item %d*" (1+ index)) item))))))

(defun paginator--with-item (index done)
  "Call DONE with the item at INDEX once it is there, or show why it is not."
  (paginator--ask
   :paginator/items (list :start index :count 1 :wait t)
   (lambda (result failure)
     (let ((failure (or failure
                        (let ((failed (paginator--get result :pages :failed)))
                          (and (> (length failed) 0)
                               (paginator--get (aref failed 0) :error))))))
       (if failure
           (paginator--failed failure)
         (funcall done (aref (paginator--get result :items) 0)))))))

(defun paginator-show-state ()
  "Show all that is known of the paginator, as JSON."
  (interactive nil paginator-mode)
  (paginator--need)
  (paginator--ask :paginator/state nil
                  (lambda (state _failure)
                    (when state (paginator--show-json "*paginator state*" state)))))

(defvar paginator-json-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map "w" #'paginator-copy-json)
    map)
  "Keys of `paginator-json-mode'.")

(define-derived-mode paginator-json-mode special-mode "Paginator JSON"
  "Major mode for an item as JSON.
\\<paginator-json-mode-map>
\\[paginator-copy-json]	copy the item")

(defun paginator-copy-json ()
  "Put the text of this buffer into the kill ring."
  (interactive nil paginator-json-mode)
  (kill-new (string-trim-right (buffer-substring-no-properties (point-min) (point-max))))
  (message "Copied"))

(defun paginator--show-json (name value)
  "Show VALUE as JSON in a buffer called NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (paginator--json value "") "\n")
      (goto-char (point-min)))
    (paginator-json-mode)
    (pop-to-buffer (current-buffer))))

(provide 'paginator-item)
;;; paginator-item.el ends here
