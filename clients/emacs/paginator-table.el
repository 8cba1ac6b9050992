;;; paginator-table.el --- A collection as rows of a buffer  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The collection of a buffer, as far as it is known, and its drawing.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'tabulated-list)
(require 'paginator-columns)
(require 'paginator-json)
(require 'paginator-rpc)
(require 'paginator-settings)

(defconst paginator--window-rows 50
  "How many rows are loaded for a buffer that no window shows.")

(defconst paginator--rows-limit 10000000
  "How many rows a table has at most, however long the collection is.")

;;; The collection of a buffer

(defvar-local paginator--opened nil "The params that this buffer was opened with.")
(defvar-local paginator--id nil "The paginatorId, or nil when the server is gone.")
(defvar-local paginator--ready nil "Whether the first page has been loaded, or has failed.")
(defvar-local paginator--state nil "The newest state of the paginator.")
(defvar-local paginator--rows nil
  "Hash table from index to (loaded . CELLS) or (failed . MESSAGE).")
(defvar-local paginator--shown 0 "How many rows the buffer has.")
(defvar-local paginator--count 0 "How many items are known of.")
(defvar-local paginator--end nil "How many items there are, or nil while that is unknown.")
(defvar-local paginator--columns nil "The columns, each (HEADER WIDTH SOURCE), or nil.")
(defvar-local paginator--failures nil "The ends of the pages that have failed, by page.")
(defvar-local paginator--lone nil "Whether the first page has failed, and nothing else is there.")
(defvar-local paginator--asked nil "The rows that are waited for, as (START . COUNT).")
(defvar-local paginator--cancelled nil "Whether the user cancelled and has not moved since.")
(defvar-local paginator--index nil "The index of the item at point.")
(defvar-local paginator--page nil "The page of the item at point.")
(defvar-local paginator--note nil "What the mode line says beside the position.")
(defvar-local paginator--timer nil "The timer that is about to look at what is visible.")

(defun paginator--in-buffer (function)
  "Wrap FUNCTION so as to run in this buffer, if it and its paginator live."
  (let ((buffer (current-buffer)) (id paginator--id))
    (lambda (&rest arguments)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (when (equal id paginator--id) (apply function arguments)))))))

(defun paginator--ask (method params done)
  "Send METHOD for this buffer's paginator, with PARAMS; see `paginator-request'.
DONE is called in this buffer, if that still shows the paginator."
  (paginator-request method (append (list :paginatorId paginator--id) params)
                     (paginator--in-buffer done)))

(defun paginator--need ()
  "Signal an error if this buffer's server is gone."
  (unless paginator--id (user-error "%s" (paginator--get (paginator--gone) :message))))

;;; The mode line

(defun paginator--say (note)
  "Show NOTE, a string or nil, in the mode line."
  (setq paginator--note note)
  (force-mode-line-update))

(defun paginator--status ()
  "Return the position, the end and the present activity, for the mode line."
  (let ((pages (paginator--get paginator--state :pageCount))
        (reason (paginator--get paginator--state :endReason :kind))
        (warnings (length (paginator--get paginator--state :warnings))))
    (string-join
     (delq nil
           (list (cond ((and paginator--page pages) (format "page %d of %d" paginator--page pages))
                       (paginator--page (format "page %d" paginator--page)))
                 (when paginator--end (format "%d items" paginator--end))
                 (when reason (format "end: %s" reason))
                 (when (> warnings 0)
                   (format "%d warning%s" warnings (if (= warnings 1) "" "s")))
                 (when (or paginator--asked
                           (and paginator--id (not paginator--ready) (not paginator--note)))
                   "loading")
                 paginator--note))
     ", ")))

(defun paginator--warnings (state &optional kind)
  "Return the words of the warnings of STATE, of KIND alone where it is given."
  (cl-loop for warning across (or (paginator--get state :warnings) [])
           when (or (null kind) (equal kind (paginator--get warning :kind)))
           collect (or (paginator--get warning :message) (paginator--get warning :kind))))

(defun paginator--doubt ()
  "Return why the list may go on where no more is found, to end a sentence, or \"\"."
  (let ((words (car (paginator--warnings paginator--state "undetected"))))
    (if words (concat ": " words) "")))

;;; Rows

(defun paginator--cells (item)
  "Return ITEM as the row of a table."
  (vconcat (mapcar (lambda (column) (paginator--cell-in column item)) paginator--columns)))

(defun paginator--cell-in (column item)
  "Return the text in COLUMN of ITEM; of one without members, all in the first."
  (let ((source (nth 2 column)))
    (cond ((or (listp item) (functionp source)
               (seq-some (lambda (each) (equal "" (nth 2 each))) paginator--columns))
           (paginator--cell item source))
          ((not (eq column (car paginator--columns))) "")
          (t (paginator--text (if (stringp item) item (paginator--json item)))))))

(defun paginator--entry (index)
  "Return the row at INDEX as a vector of cells."
  (pcase (gethash index paginator--rows)
    (`(loaded . ,cells) cells)
    (row (vector (if row
                     (propertize (cdr row) 'face 'error)
                   (propertize (if paginator--cancelled "" "…") 'face 'shadow))))))

(defun paginator--redraw-missing ()
  "Draw the visible rows that are not there: on their way, or given up."
  (dolist (range (paginator--visible))
    (cl-loop for index from (car range) below (min (cdr range) paginator--shown)
             unless (gethash index paginator--rows)
             do (paginator--redraw index (1+ index)))))

(defun paginator--print (index cells)
  "Insert the row at INDEX with CELLS; quickly, if it is a mere placeholder."
  (if (eq 'loaded (car (gethash index paginator--rows)))
      (tabulated-list-print-entry index cells)
    (insert (propertize (concat (aref cells 0) "\n")
                        'tabulated-list-id index 'tabulated-list-entry cells))))

(defun paginator--print-blank (count)
  "Insert COUNT rows that nothing is known of.
They have no property of their own: a million of those takes seconds."
  (let ((row (propertize "…\n" 'face 'shadow)) (chunk nil))
    (setq chunk (apply #'concat (make-list (min count 1000) row)))
    (while (> count 0)
      (insert (if (>= count 1000) chunk (substring chunk 0 (* count (length row)))))
      (setq count (- count 1000)))))

(defun paginator--index-at (&optional position)
  "Return the index of the row at POSITION, or at point; nil after the last row."
  (let ((position (or position (point))))
    (or (tabulated-list-get-id position)
        (let ((index (1- (line-number-at-pos position t))))
          (and (< index paginator--shown) index)))))

(defun paginator--draw-header ()
  "Draw the headers of the columns."
  (setq tabulated-list-format
        (vconcat (mapcar (lambda (column) (list (car column) (cadr column) nil))
                         (or paginator--columns paginator--whole-item))))
  (tabulated-list-init-header))

(defun paginator--draw ()
  "Draw the whole table with the columns that are known."
  (paginator--draw-header)
  (let ((inhibit-read-only t)
        (row (1- (line-number-at-pos nil t)))
        (indexes nil))
    (erase-buffer)
    (paginator--print-blank paginator--shown)
    (maphash (lambda (index _row) (push index indexes)) paginator--rows)
    (dolist (index indexes) (paginator--redraw index (1+ index)))
    (goto-char (point-min))
    (forward-line (min row (max 0 (1- paginator--shown))))
    (dolist (window (get-buffer-window-list (current-buffer) nil t))
      (set-window-point window (point)))))

(defun paginator--grow-columns (items)
  "Make the columns as wide as ITEMS need; non-nil if one has grown.
Rows that are there already are forgotten, but for those that can be seen:
they are asked for again as they come into sight."
  (let ((grown nil))
    (unless (paginator--get paginator--opened :columns)
      (setq paginator--columns
            (mapcar
             (pcase-lambda ((and column `(,name ,width ,source)))
               (let* ((texts (mapcar (lambda (item) (paginator--cell-in column item)) items))
                      (needed (apply #'max 0 (mapcar #'string-width texts))))
                 (when (and (> width 0) (> needed width) (< width paginator--cell-width-max))
                   (setq grown t
                         width (min needed paginator--cell-width-max)))
                 (list name width source)))
             paginator--columns)))
    (when grown
      (paginator--draw-header)
      (let ((visible (paginator--visible)))
        (dolist (range visible) (paginator--redraw (car range) (cdr range)))
        (maphash (lambda (index row)
                   (when (and (eq 'loaded (car row))
                              (not (seq-some (lambda (range)
                                               (and (<= (car range) index) (< index (cdr range))))
                                             visible)))
                     (remhash index paginator--rows)))
                 paginator--rows)))
    grown))

(defun paginator--redraw (start end)
  "Draw the rows from START to END, exclusive, once more."
  (let ((inhibit-read-only t)
        (column (current-column))
        (end (min end paginator--shown)))
    (save-excursion
      (goto-char (point-min))
      (forward-line start)
      (dotimes (offset (max 0 (- end start)))
        ;; First the new row, then away with the old one: so point and the windows that stand at
        ;; the beginning of a row stay there.
        (paginator--print (+ start offset) (paginator--entry (+ start offset)))
        (delete-region (point) (line-beginning-position 2))))
    (move-to-column column)))

(defun paginator--resize ()
  "Give the buffer as many rows as can be shown by now."
  (let* ((inhibit-read-only t)
         (per-page (or (paginator--get paginator--state :perPage) paginator--window-rows))
         (step (max 1 paginator-rows-max))
         (reached (+ per-page (max (paginator--visible-end) (1+ (or paginator--index 0)))))
         (far (min paginator--rows-limit
                   (max paginator--shown (* step (ceiling reached step)))))
         (wanted (cond (paginator--lone 1)
                       (paginator--end)
                       (t (+ per-page paginator--count)))))
    (setq wanted (min wanted far))
    (save-excursion
      (when (< paginator--shown wanted)
        (let ((first paginator--shown))
          (goto-char (point-max))
          (paginator--print-blank (- wanted first))
          (setq paginator--shown wanted)
          (maphash (lambda (index _row)
                     (when (<= first index) (paginator--redraw index (1+ index))))
                   (copy-hash-table paginator--rows))))
      (when (> paginator--shown wanted)
        (goto-char (point-min))
        (forward-line wanted)
        (delete-region (point) (point-max))
        (setq paginator--shown wanted)))
    (when (and (eql paginator--end 0) (not paginator--note))
      (paginator--say "no items"))))

;;; The visible rows

(defun paginator--visible ()
  "Return the visible rows as a list of (START . END); the ends are exclusive."
  (or (mapcar (lambda (window)
                (let ((first (or (paginator--index-at (window-start window)) 0)))
                  (cons first (+ first (window-body-height window)))))
              (get-buffer-window-list (current-buffer) nil t))
      (let ((index (or (paginator--index-at) 0)))
        (list (cons index (+ index paginator--window-rows))))))

(defun paginator--visible-end ()
  "Return the end, exclusive, of what is visible."
  (apply #'max (mapcar #'cdr (paginator--visible))))

(provide 'paginator-table)
;;; paginator-table.el ends here
