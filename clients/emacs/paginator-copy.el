;;; paginator-copy.el --- Rows that are copied and sorted  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The commands `w' and `S', as in other tables.  The rows of a collection stand in
;; the order of the API, and most are not there: so what is loaded is sorted in
;; a buffer of its own.

;;; Code:

(require 'cl-lib)
(require 'tabulated-list)
(require 'paginator-item)
(require 'paginator-json)
(require 'paginator-loading)
(require 'paginator-table)

(defun paginator-copy-item ()
  "Put the item at point into the kill ring, as one line of JSON."
  (interactive nil paginator-mode)
  (paginator--need)
  (let ((index (or (paginator--index-at) (user-error "There is no item here"))))
    (paginator--with-item
     index
     (lambda (item)
       (kill-new (paginator--json item))
       (message "Item %d is copied" (1+ index))))))

(defvar-local paginator--sorted-from nil "The buffer whose rows are sorted here.")

(defvar paginator-sorted-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'paginator-sorted-show-item)
    (define-key map "w" #'paginator-sorted-copy-item)
    map)
  "Keys of `paginator-sorted-mode'.")

(define-derived-mode paginator-sorted-mode tabulated-list-mode "Paginator Sorted"
  "Major mode for the loaded rows of a collection, in another order.
\\<paginator-sorted-mode-map>
\\[tabulated-list-sort]	sort by the column at point; once more: the other way round
\\[paginator-sorted-show-item]	show the item at point as JSON
\\[paginator-sorted-copy-item]	copy the item at point"
  (setq truncate-lines t))

(defun paginator--before-p (column)
  "Return a predicate for entries by COLUMN, an index: numbers as such."
  (lambda (one other)
    (let* ((a (aref (cadr one) column)) (b (aref (cadr other) column))
           (number "\\`-?[0-9]+\\(?:\\.[0-9]+\\)?\\(?:[eE][-+]?[0-9]+\\)?\\'")
           (a-p (string-match-p number a)) (b-p (string-match-p number b)))
      (cond ((and a-p b-p) (< (string-to-number a) (string-to-number b)))
            (a-p t)
            (b-p nil)
            (t (string-collate-lessp a b nil t))))))

(defun paginator-sort ()
  "Show the rows that are loaded in a buffer, sorted by the column at point."
  (interactive nil paginator-mode)
  (let ((source (current-buffer))
        (name (or (get-text-property (point) 'tabulated-list-column-name)
                  (caar paginator--columns)
                  (user-error "No row is loaded yet")))
        (format (vconcat (cl-loop for (name width) in paginator--columns
                                  for column from 0
                                  collect (list name width (paginator--before-p column)))))
        (end paginator--end)
        (entries nil))
    (maphash (lambda (index row)
               (when (eq 'loaded (car row)) (push (list index (cdr row)) entries)))
             paginator--rows)
    (unless entries (user-error "No row is loaded yet"))
    (setq entries (sort entries #'car-less-than-car))
    (with-current-buffer (get-buffer-create (format "%s sorted" (buffer-name)))
      (paginator-sorted-mode)
      (setq paginator--sorted-from source
            tabulated-list-format format
            tabulated-list-entries entries
            tabulated-list-sort-key (cons name nil))
      (tabulated-list-init-header)
      (tabulated-list-print)
      (goto-char (point-min))
      (pop-to-buffer (current-buffer)))
    (message "Sorted by %s: the %d rows that are loaded%s" name (length entries)
             (cond ((null end) "; there may be more")
                   ((< (length entries) end) (format ", of %d" end))
                   (t "")))))

(defun paginator--in-source (command)
  "Call COMMAND at the row of the collection that the row at point is."
  (let ((index (or (tabulated-list-get-id) (user-error "There is no item here")))
        (source paginator--sorted-from))
    (unless (buffer-live-p source) (user-error "The collection has been closed"))
    (with-current-buffer source
      (save-excursion
        (goto-char (point-min))
        (forward-line index)
        (funcall command)))))

(defun paginator-sorted-show-item ()
  "Show the item at point as JSON."
  (interactive nil paginator-sorted-mode)
  (paginator--in-source #'paginator-show-item))

(defun paginator-sorted-copy-item ()
  "Put the item at point into the kill ring, as one line of JSON."
  (interactive nil paginator-sorted-mode)
  (paginator--in-source #'paginator-copy-item))

(provide 'paginator-copy)
;;; paginator-copy.el ends here
