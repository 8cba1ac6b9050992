;;; paginator-odd-test.el --- Tests of odd values  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Items that are valid JSON and still break clients: each is shown, and the
;; server lives.

;;; Code:

(require 'paginator-test)

(defconst paginator-odd-test-list
  (expand-file-name "../../odd-values.json"
                    (file-name-directory (or load-file-name buffer-file-name)))
  "The list that the tests of all clients read.")

(defconst paginator-odd-test-url "http://odd.example/items"
  "The URL in the recording.")

(defun paginator-odd-test-values ()
  "Return the odd values as pairs of a name and the text of an item."
  (append
   (mapcar (lambda (value)
             (let ((text (gethash "text" value)))
               (cons (gethash "name" value) (if (stringp text) text (string-join text)))))
           (with-temp-buffer
             (insert-file-contents paginator-odd-test-list)
             (append (json-parse-buffer) nil)))
   (list (cons "a value of 1 MB"
               (format "{\"id\": 1, \"name\": \"%s\"}" (make-string 1000000 ?x))))))

(defun paginator-odd-test-tokens (json)
  "Return the parts of JSON: numbers and punctuation as they stand, strings read."
  (with-temp-buffer
    (insert json)
    (goto-char (point-min))
    (let ((tokens nil))
      (while (progn (skip-chars-forward " \t\r\n") (not (eobp)))
        (let ((start (point)))
          (cond ((eq ?\" (char-after))
                 (forward-char)
                 (paginator--skip-string)
                 (push (paginator--drawable
                        (json-read-from-string (buffer-substring start (point))))
                       tokens))
                ((looking-at "[][{},:]")
                 (forward-char)
                 (push (match-string 0) tokens))
                (t (skip-chars-forward "^][{},: \t\r\n")
                   (push (buffer-substring start (point)) tokens)))))
      (nreverse tokens))))

(defmacro paginator-odd-test-with (texts &rest body)
  "Run BODY in a buffer for a recording in which the items are TEXTS."
  (declare (indent 1) (debug t))
  `(let* ((file (make-temp-file "paginator-odd" nil ".har"))
          (process-environment (cons (concat "PAGINATOR_REPLAY=" file) process-environment))
          (items (format "{\"items\":[%s]}" (string-join ,texts ",")))
          (coding-system-for-write 'utf-8-unix))
     (unwind-protect
         (progn
           (with-temp-file file
             (insert (json-encode
                      `((log . ((entries . [((request . ((method . "GET")
                                                         (url . ,paginator-odd-test-url)))
                                             (response . ((status . 200) (headers . [])
                                                          (content . ((text . ,items))))))])))))))
           (let ((buffer (paginator-open paginator-odd-test-url '(:itemsPath "items"))))
             (unwind-protect (with-current-buffer buffer ,@body)
               (when (buffer-live-p buffer) (kill-buffer buffer))
               (paginator-stop))))
       (delete-file file))))

(defun paginator-odd-test-item (index)
  "Return what is shown of the item at INDEX."
  (goto-char (point-min))
  (forward-line index)
  (paginator-show-item)
  (let ((name (format "*paginator item %d*" (1+ index))))
    (paginator-test-wait "it is shown" (lambda () (get-buffer name)))
    (with-current-buffer name
      (prog1 (buffer-string) (kill-buffer)))))

(ert-deftest paginator-shows-all-odd-values-together ()
  (let ((texts (mapcar #'cdr (paginator-odd-test-values))))
    (paginator-odd-test-with texts
      (paginator-test-settle)
      (paginator-test-scroll (1- (length texts)))
      (paginator-test-wait "the end is known" (lambda () (eql (length texts) paginator--end)))
      (paginator-test-settle)
      (should (string-prefix-p "1 " (paginator-test-line 0)))
      (dotimes (index paginator--shown)
        (paginator-test-scroll index)
        (paginator-test-settle)
        (should (< (length (paginator-test-line index)) 10000))
        (let ((text (nth index texts)))
          (unless (string-prefix-p "{" text)
            (should (equal (string-replace " " "" (string-trim text "\"" "\""))
                           (string-replace " " "" (paginator-test-line index)))))))
      (dolist (number '("1e999" "-1e999" "1.10" "-0" "1E2" "0.123456789012345678901234567891"
                        "12345678901234567891"))
        (should (string-match-p (regexp-quote number) (buffer-string)))))))

(ert-deftest paginator-shows-each-odd-value ()
  (pcase-dolist (`(,name . ,text) (paginator-odd-test-values))
    (unless (equal text "null")         ; A lone null is no item.
      (ert-info (name)
        (paginator-odd-test-with (list text)
          (paginator-test-settle)
          (should (eql 1 paginator--end))
          (let ((shown (paginator-odd-test-item 0))
                ;; Of equal keys Emacs keeps the last.
                (sent (string-replace "\"name\": \"first\", " "" text)))
            (should-not (string-match-p "[\xd800-\xdfff]" shown))
            (should (equal (paginator-odd-test-tokens sent)
                           (paginator-odd-test-tokens shown)))))))))

(ert-deftest paginator-counts-with-odd-numbers ()
  (let ((item (with-temp-buffer
                (insert "{\"a\":1.10,\"b\":1e2,\"c\":\"1.10, \\\"2.50\",\"d\":[0.5,2.50]}")
                (goto-char (point-min))
                (prog1 (paginator--json-read) (should (eobp))))))
    (should (= 1.1 (plist-get item :a)))
    (should (= 100 (plist-get item :b)))
    (should (= 2.5 (aref (plist-get item :d) 1)))
    (should (equal "{\"a\":1.10,\"b\":1e2,\"c\":\"1.10, \\\"2.50\",\"d\":[0.5,2.50]}"
                   (paginator--json item)))))

(provide 'paginator-odd-test)
;;; paginator-odd-test.el ends here
