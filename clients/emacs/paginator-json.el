;;; paginator-json.el --- Values of the protocol  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How JSON is read and written without a loss, and what it holds.

;;; Code:

(require 'cl-lib)
(require 'json)

(defun paginator--get (object &rest keys)
  "Return what KEYS lead to in the plist OBJECT; null is nil."
  (while (and keys object)
    (setq object (and (listp object) (plist-get object (pop keys)))))
  (unless (eq object :null) object))

(defun paginator--json-read ()
  "Read JSON after point as jsonrpc.el does, but with null as :null.
So an empty object, which is nil, can be told from null."
  (let ((start (point)))
    (condition-case nil
        (json-parse-buffer :object-type 'plist :null-object :null :false-object :json-false)
      (json-parse-error
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
  (let ((inner (and indentation (concat indentation "  "))))
    (pcase value
      ('nil "{}")
      (:null "null")
      (:json-false "false")
      ('t "true")
      ((pred numberp) (number-to-string value))
      ((pred stringp) (paginator--json-string value))
      ((pred vectorp)
       (paginator--json-list
        "[" (mapcar (lambda (element) (paginator--json element inner)) value) "]" indentation))
      (_ (paginator--json-list
          "{"
          (cl-loop for (key element) on value by #'cddr
                   collect (concat (paginator--json-string (paginator--key-name key))
                                   (if inner ": " ":")
                                   (paginator--json element inner)))
          "}" indentation)))))

(defun paginator--json-list (open parts close indentation)
  "Return OPEN, PARTS with commas and CLOSE; see `paginator--json' for INDENTATION."
  (cond ((null parts) (concat open close))
        (indentation
         (concat open "\n  " indentation (string-join parts (concat ",\n  " indentation))
                 "\n" indentation close))
        (t (concat open (string-join parts ",") close))))

(defun paginator--json-string (text)
  "Return TEXT as a string of JSON."
  (if (string-match-p "[\"\\\0-\x1f]" text)
      (json-encode-string text)
    (concat "\"" text "\"")))

(provide 'paginator-json)
;;; paginator-json.el ends here
