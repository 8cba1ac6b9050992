;;; paginator-json.el --- Values of the protocol  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How JSON is read and written without a loss, and what it holds.
;;
;; Numbers are numbers, so that Lisp can count with them.  Those that Emacs
;; would print in another way than they came, such as 1.10 and 1e999, are
;; floats whose texts are remembered, each by its identity.

;;; Code:

(require 'cl-lib)
(require 'json)

(defun paginator--get (object &rest keys)
  "Return what KEYS lead to in the plist OBJECT; null is nil."
  (while (and keys object)
    (setq object (and (listp object) (plist-get object (pop keys)))))
  (unless (eq object :null) object))

(defconst paginator--json-depth 20000
  "How deep Lisp may go to read and write JSON of 512 levels.")

(defun paginator--deeply (function)
  "Call FUNCTION, which may go deeper than Lisp mostly does."
  ;; Emacs 28 has a second limit, which later ones call obsolete.
  (cl-progv '(max-lisp-eval-depth max-specpdl-size)
      (list paginator--json-depth paginator--json-depth)
    (funcall function)))

(defvar paginator--number-texts (make-hash-table :test 'eq :weakness 'key)
  "The texts of floats that Emacs prints in another way than they came.")

(defconst paginator--number-mark (format "number %s %s: " (emacs-pid) (random (expt 2 60)))
  "The beginning of a number while it is read as a string.")

(defconst paginator--odd-number "-?[0-9]\\{18,\\}\\|-?[0-9]+[.eE][-+.eE0-9]*\\|-0"
  "A regexp of numbers that Emacs may print in another way, or not read.")

(defun paginator--odd-numbers-p ()
  "Return non-nil if there may be an odd number after point."
  (save-excursion
    (re-search-forward (concat "\\(?:\\`\\|[,:[]\\)[ \t\r\n]*\\(?:" paginator--odd-number "\\)")
                       nil t)))

(defun paginator--mark-numbers ()
  "Make strings of the numbers after point that would not stay as they are."
  (save-excursion
    (while (re-search-forward (concat "\"\\|" paginator--odd-number) nil t)
      (if (eq ?\" (char-before))
          (paginator--skip-string)
        (let ((text (match-string-no-properties 0)))
          (unless (equal text (number-to-string (string-to-number text)))
            (replace-match (concat "\"" paginator--number-mark text "\"") t t)))))))

(defun paginator--skip-string ()
  "Move behind the string of JSON whose quotation mark is before point."
  (while (progn (skip-chars-forward "^\"\\\\")
                (eq ?\\ (char-after)))
    (goto-char (min (point-max) (+ 2 (point)))))
  (unless (eobp) (forward-char)))

(defun paginator--unmarked (value)
  "Return VALUE with numbers in the place of the strings that stand for them."
  (cond ((stringp value)
         (if (string-prefix-p paginator--number-mark value)
             (paginator--odd-number (substring value (length paginator--number-mark)))
           value))
        ((vectorp value)
         (dotimes (index (length value))
           (let ((element (aref value index)))
             (unless (numberp element) (aset value index (paginator--unmarked element)))))
         value)
        ((consp value)
         (cl-loop for tail on (cdr value) by #'cddr
                  unless (numberp (car tail)) do (setcar tail (paginator--unmarked (car tail))))
         value)
        (t value)))

(defun paginator--odd-number (text)
  "Return the number that TEXT is, and remember how that was written."
  (if (string-match-p "\\`-?[1-9][0-9]*\\'" text)
      (string-to-number text)
    ;; A float of its own, as equal integers are one object.
    (let ((number (* 1.0 (string-to-number text))))
      (puthash number text paginator--number-texts)
      number)))

(defun paginator--number-text (number)
  "Return NUMBER as it came."
  (or (and (floatp number) (gethash number paginator--number-texts))
      (number-to-string number)))

(defun paginator--json-read ()
  "Read JSON after point as jsonrpc.el does, but with null as :null.
So an empty object, which is nil, can be told from null."
  (paginator--deeply
   (lambda ()
     (if (paginator--odd-numbers-p)
         (paginator--json-read-marked)
       (paginator--json-read-plainly)))))

(defun paginator--json-read-marked ()
  "Read JSON after point, in which there may be odd numbers."
  (let ((source (current-buffer))
        (start (point)))
    ;; jsonrpc.el counts on the text to stay as it is.
    (goto-char (point-max))
    (with-temp-buffer
      (set-buffer-multibyte (buffer-local-value 'enable-multibyte-characters source))
      (insert-buffer-substring-no-properties source start)
      (goto-char (point-min))
      (paginator--mark-numbers)
      (paginator--unmarked (paginator--json-read-plainly)))))

(defun paginator--json-read-plainly ()
  "Read JSON after point, slowly where Emacs cannot do it fast."
  (let ((start (point)))
    (condition-case nil
        (json-parse-buffer :object-type 'plist :null-object :null :false-object :json-false)
      (json-error
       (goto-char start)
       (condition-case problem
           (paginator--json-read-slowly)
         (error
          (goto-char start)
          (prog1 (paginator--unreadable problem) (goto-char (point-max)))))))))

(defun paginator--json-read-slowly ()
  "Read JSON after point; integers of any length are exact."
  (let ((json-object-type 'plist) (json-array-type 'vector)
        (json-null :null) (json-false :json-false))
    (prog1 (json-read-from-string
            (let ((text (buffer-substring-no-properties (point) (point-max))))
              (if enable-multibyte-characters text (decode-coding-string text 'utf-8-unix t))))
      (goto-char (point-max)))))

(defun paginator--unreadable (problem)
  "Return, for the message after point, an answer that carries PROBLEM."
  (when (re-search-forward "\\=[^\"]*\"jsonrpc\":\"2.0\",\"id\":\\([0-9]+\\)" nil t)
    (list :jsonrpc "2.0" :id (string-to-number (match-string 1))
          :error (list :code -32700
                       :message (format "Emacs cannot read the answer: %s"
                                        (error-message-string problem))))))

(defun paginator--key-name (key)
  "Return the name of the member KEY of an object.
Emacs 28 leaves names that are not ASCII as bytes of UTF-8."
  (or (get key 'paginator-name)
      (let ((name (substring (symbol-name key) 1)))
        (put key 'paginator-name
             (if (multibyte-string-p name) name (decode-coding-string name 'utf-8-unix))))))

(defun paginator--member (object name)
  "Return the value of the member NAME of the plist OBJECT, or nil."
  (cl-loop for (key value) on (and (consp object) object) by #'cddr
           when (equal name (paginator--key-name key)) return value))

(defun paginator--json (value &optional indentation)
  "Return VALUE as JSON; on several lines, if INDENTATION (a string) is given."
  (paginator--deeply (lambda () (paginator--json-text value indentation))))

(defun paginator--json-text (value indentation)
  "Return VALUE as JSON; see `paginator--json' for INDENTATION."
  (let ((inner (and indentation (concat indentation "  "))))
    (pcase value
      ('nil "{}")
      (:null "null")
      (:json-false "false")
      ('t "true")
      ((pred numberp) (paginator--number-text value))
      ((pred stringp) (paginator--json-string value))
      ((pred vectorp)
       (paginator--json-list
        "[" (mapcar (lambda (element) (paginator--json-text element inner)) value) "]" indentation))
      (_ (paginator--json-list
          "{"
          (cl-loop for (key element) on value by #'cddr
                   collect (concat (paginator--json-string (paginator--key-name key))
                                   (if inner ": " ":")
                                   (paginator--json-text element inner)))
          "}" indentation)))))

(defun paginator--json-list (open parts close indentation)
  "Return OPEN, PARTS with commas and CLOSE; see `paginator--json' for INDENTATION."
  (cond ((null parts) (concat open close))
        (indentation
         (concat open "\n  " indentation (string-join parts (concat ",\n  " indentation))
                 "\n" indentation close))
        (t (concat open (string-join parts ",") close))))

(defun paginator--drawable (text)
  "Return TEXT with a sign for each half of a surrogate pair, which has no glyph."
  (if (string-match-p "[\xd800-\xdfff]" text)
      (replace-regexp-in-string "[\xd800-\xdfff]" "\xfffd" text)
    text))

(defun paginator--json-string (text)
  "Return TEXT as a string of JSON."
  (setq text (paginator--drawable text))
  (if (string-match-p "[\"\\\0-\x1f]" text)
      (json-encode-string text)
    (concat "\"" text "\"")))

(provide 'paginator-json)
;;; paginator-json.el ends here
