;;; paginator-json-test.el --- Tests of JSON  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; JSON is read and written without a loss, and an item is shown.

;;; Code:

(require 'paginator-test)

(ert-deftest paginator-shows-an-item-as-json ()
  (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=25" paginator-test-pages
    (paginator-test-settle)
    (forward-line 1)
    (paginator-show-item)
    (paginator-test-wait "it is shown" (lambda () (get-buffer "*paginator item 2*")))
    (with-current-buffer "*paginator item 2*"
      (should (string-prefix-p
               (concat "{\n  \"id\": 2,\n  \"title\": \"Early rivers of Malmö\",\n"
                       "  \"author\": {\n    \"login\": \"ben-marsh\",")
               (buffer-string)))
      (kill-buffer))))

(ert-deftest paginator-writes-json-as-it-came ()
  (dolist (json '("{}" "[]" "null" "[{},null,false,true,0,-1.5,\"a\\\"b\\\\\"]"
                  "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":12345678901234567890}"
                  "{\"é\":\"Zürich 鉄道 😀\",\"n\":-0.1}"))
    (let ((value (with-temp-buffer
                   (insert json)
                   (goto-char (point-min))
                   (paginator--json-read))))
      (should (equal json (paginator--json value)))))
  (let ((item '(:a (:b "x") :c 1.5)))
    (should (equal "x" (paginator--cell item "a.b")))
    (should (equal "1.5" (paginator--cell item "c")))
    (should (equal "" (paginator--cell item "a.c")))
    (should (equal "{\"a\":{\"b\":\"x\"},\"c\":1.5}" (paginator--cell item "")))))

(ert-deftest paginator-reads-names-that-are-not-ascii ()
  (let ((item (with-temp-buffer
                (insert "{\"größe\":\"viel\"}")
                (goto-char (point-min))
                (paginator--json-read))))
    (should (equal '(("größe" 5 ("größe"))) (paginator--guess-columns (list item))))
    (should (equal "viel" (paginator--cell item "größe")))))

(ert-deftest paginator-shows-members-of-any-name ()
  (let* ((item (with-temp-buffer
                 (insert "{\"a.b\":1,\"a\":{\"b\":2},\"@odata.etag\":\"x\",\"\":\"none\"}")
                 (goto-char (point-min))
                 (paginator--json-read)))
         (columns (paginator--guess-columns (list item))))
    (should (equal '("a.b" "@odata.etag" "") (mapcar #'car columns)))
    (should (equal '("1" "x" "none")
                   (mapcar (lambda (column) (paginator--cell item (nth 2 column))) columns)))
    (should (equal "2" (paginator--cell item "a.b")))))

(ert-deftest paginator-answers-although-json-is-unreadable ()
  (let ((answer (with-temp-buffer
                  (insert "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"items\":[1,}}")
                  (goto-char (point-min))
                  (paginator--json-read))))
    (should (= 7 (paginator--get answer :id)))
    (should (string-match-p "cannot read" (paginator--get answer :error :message)))))

(provide 'paginator-json-test)
;;; paginator-json-test.el ends here
