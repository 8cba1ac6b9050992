;;; paginator-jsonrpc-test.el --- jsonrpc.el against the server  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Emacs's own JSON-RPC client (jsonrpc.el) loads pages through the server;
;; nothing of the package is used.

;;; Code:

(require 'ert)
(require 'jsonrpc)

(defconst paginator-jsonrpc-test-seconds 10
  "Seconds after which a request counts as not answered.")

(defun paginator-jsonrpc-test-connect (progress)
  "Return a connection to a new server; PROGRESS gets each value of progress."
  (apply #'make-instance 'jsonrpc-process-connection
         :name "paginator"
         :process (lambda ()
                    (make-process
                     :name "paginator" :command (list (getenv "PAGINATOR") "--framing" "headers")
                     :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                     :stderr (get-buffer-create "*paginator stderr*")))
         :notification-dispatcher
         (lambda (_connection method params)
           (when (eq method '$/progress) (funcall progress (plist-get params :value))))
         (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
             '(:events-buffer-config (:size 0 :format full))
           '(:events-buffer-scrollback-size 0))))

(defun paginator-jsonrpc-test-load (call progress)
  "Open a collection and load its pages with the function CALL.
PROGRESS returns the values of progress so far, the newest first."
  (let ((hello (funcall call :initialize
                        (list :processId (emacs-pid)
                              :capabilities '(:paginator (:notifications t))))))
    (should (equal "1.0" (plist-get hello :protocolVersion))))
  (let ((opened (funcall call :paginator/open
                         (list :paginatorId "articles"
                               :url (concat (getenv "PAGINATOR_SAMPLE_API")
                                            "/page?page=:currentPage&per_page=:perPage&items=5")
                               :perPage 2
                               :itemsPath "articles"
                               :paginationMapping '(:pagination.total_objects "objectCount")
                               :headers nil))))
    (should (eq :json-false (plist-get opened :loaded)))
    (should (equal "page" (plist-get opened :strategy))))
  (let* ((page (funcall call :paginator/loadNextPage '(:paginatorId "articles")))
         (items (plist-get page :items))
         (state (plist-get page :state)))
    (should (eql 1 (plist-get page :page)))
    (should (eql 2 (length items)))
    (should (stringp (plist-get (aref items 0) :title)))
    (should (eql 3 (plist-get state :pageCount)))
    (should (eql 5 (plist-get state :objectCount))))
  (let ((summary (funcall call :paginator/loadAll
                          '(:paginatorId "articles" :partialResultToken "pages"))))
    (should (equal "complete" (plist-get summary :verdict)))
    (should (eql 3 (plist-get summary :itemCount)))
    (should (equal '(3 2) (mapcar (lambda (value) (plist-get value :page))
                                  (funcall progress)))))
  (let ((failure (should-error (funcall call :paginator/loadNextPage '(:paginatorId "articles"))
                               :type 'jsonrpc-error)))
    (should (eql 1003 (alist-get 'jsonrpc-error-code (cddr failure))))))

(ert-deftest paginator-jsonrpc-el-loads-pages ()
  (let* ((progress nil)
         (connection (paginator-jsonrpc-test-connect (lambda (value) (push value progress))))
         (process (jsonrpc--process connection))
         (call (lambda (method params)
                 (jsonrpc-request connection method params
                                  :timeout paginator-jsonrpc-test-seconds))))
    (unwind-protect
        (progn
          (paginator-jsonrpc-test-load call (lambda () progress))
          (funcall call :shutdown nil)
          (jsonrpc-notify connection :exit nil)
          (with-timeout (paginator-jsonrpc-test-seconds (ert-fail "The server did not end"))
            (while (process-live-p process) (accept-process-output process 0.05)))
          (should (eql 0 (process-exit-status process))))
      (delete-process process))))

(provide 'paginator-jsonrpc-test)
;;; paginator-jsonrpc-test.el ends here
