;;; paginator-columns.el --- Items as cells  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Which columns a table has, and what an item shows in them.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'paginator-json)
(require 'paginator-settings)

(defconst paginator--number-width 5
  "The width that a column of numbers has at least.")

(defconst paginator--cell-width-max 40
  "The width of the widest column that is made from items.")

(defconst paginator--cell-text-max 1000
  "The most characters of a value that a cell has; Emacs is slow in long lines.")

(defconst paginator--whole-item '(("Item" 0 ""))
  "The columns of a table whose items are shown as a whole.")

(defun paginator--guess-columns (items)
  "Return columns for ITEMS, a list of at least one."
  (if (not (and (consp (car items)) (keywordp (caar items))))
      paginator--whole-item
    (let ((keys (cl-loop for (key value) on (car items) by #'cddr
                         unless (or (consp value) (null value) (vectorp value))
                         collect key)))
      (or (cl-loop for key in (seq-take keys paginator-columns-max)
                   for name = (paginator--key-name key)
                   for source = (list name)
                   for widths = (mapcar (lambda (item) (string-width (paginator--cell item source)))
                                        items)
                   for least = (if (numberp (paginator--get (car items) key))
                                   paginator--number-width
                                 (string-width name))
                   collect (list name
                                 (min paginator--cell-width-max
                                      (apply #'max least (string-width name) widths))
                                 source))
          paginator--whole-item))))

(defun paginator--cell (item source)
  "Return the text that SOURCE gives for ITEM.
It is a path, a list of the names in one, or a function."
  (cond ((functionp source) (format "%s" (funcall source item)))
        ((equal source "") (paginator--text item))
        (t (let ((value item))
             (dolist (name (if (consp source) source (split-string source "\\.")))
               (setq value (paginator--member value name)))
             (if (null value) "" (paginator--text value))))))

(defun paginator--text (value)
  "Return VALUE, a part of an item, as the text of a cell."
  (truncate-string-to-width
   (pcase value
     ((pred stringp) (replace-regexp-in-string "[\n\r\t]+" " " (paginator--drawable value)))
     (:null "")
     ((and (pred vectorp) (guard (not (seq-some #'sequencep (seq-remove #'stringp value)))))
      (mapconcat #'paginator--text value ", "))
     (_ (paginator--json value)))
   paginator--cell-text-max nil nil "…"))

(provide 'paginator-columns)
;;; paginator-columns.el ends here
