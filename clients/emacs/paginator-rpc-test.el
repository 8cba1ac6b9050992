;;; paginator-rpc-test.el --- jsonrpc.el against the server  -*- lexical-binding: t -*-

;;; Commentary:

;; Emacs's own JSON-RPC client (jsonrpc.el) loads pages through the server.
;;
;; README.md says how to run this.  It needs the environment variables
;; PAGINATOR, the program, and PAGINATOR_SAMPLE_API, the URL that
;; "paginator sample-api" prints.
;;
;; Nothing of the package is used.  Exit code 0 or 1, with a plain message.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)

(defconst paginator-rpc-test-deadline 10
  "Seconds after which a request counts as not answered.")

(defun paginator-rpc-test-environment (name)
  "Return the environment variable NAME, or fail."
  (let ((value (getenv name)))
    (if (member value '(nil ""))
        (error "Set %s in the environment" name)
      value)))

(defun paginator-rpc-test-check (condition format &rest values)
  "Fail with FORMAT and VALUES if CONDITION is nil."
  (unless condition (apply #'error format values)))

(defun paginator-rpc-test-call (connection method params)
  "Send METHOD with PARAMS over CONNECTION; return the result or signal."
  (jsonrpc-request connection method params :timeout paginator-rpc-test-deadline))

(defun paginator-rpc-test-run ()
  "Open a collection, load its pages, and end the server."
  (let* ((executable (paginator-rpc-test-environment "PAGINATOR"))
         (api (paginator-rpc-test-environment "PAGINATOR_SAMPLE_API"))
         (progress nil)
         (process nil)
         (connection
          (apply
           #'make-instance 'jsonrpc-process-connection
           :name "paginator"
           :process (lambda ()
                      (setq process
                            (make-process
                             :name "paginator"
                             :command (list executable "--framing" "headers")
                             :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                             :stderr (get-buffer-create "*paginator stderr*"))))
           :notification-dispatcher
           (lambda (_connection method params)
             (when (eq method '$/progress) (push (plist-get params :value) progress)))
           (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
               '(:events-buffer-config (:size 0 :format full))
             '(:events-buffer-scrollback-size 0)))))
    (let ((hello (paginator-rpc-test-call
                  connection :initialize
                  (list :processId (emacs-pid)
                        :capabilities '(:paginator (:notifications t))))))
      (paginator-rpc-test-check (equal (plist-get hello :protocolVersion) "1.0")
                                "Unexpected answer to initialize: %S" hello))
    (jsonrpc-notify connection :initialized nil)
    (let ((opened (paginator-rpc-test-call
                   connection :paginator/open
                   (list :paginatorId "articles"
                         :url (concat api "/page?page=:currentPage&per_page=:perPage&items=5")
                         :perPage 2
                         :itemsPath "articles"
                         :paginationMapping '(:pagination.total_objects "objectCount")
                         :headers nil))))
      (paginator-rpc-test-check (and (eq (plist-get opened :loaded) :json-false)
                                     (equal (plist-get opened :strategy) "page"))
                                "Unexpected state: %S" opened))
    (let* ((page (paginator-rpc-test-call connection :paginator/loadNextPage
                                          '(:paginatorId "articles")))
           (items (plist-get page :items))
           (state (plist-get page :state)))
      (paginator-rpc-test-check (and (eql (plist-get page :page) 1) (eql (length items) 2))
                                "Page 1 is not 2 items: %S" page)
      (paginator-rpc-test-check (stringp (plist-get (aref items 0) :title))
                                "An item has no title: %S" (aref items 0))
      (paginator-rpc-test-check (and (eql (plist-get state :pageCount) 3)
                                     (eql (plist-get state :objectCount) 5))
                                "Wrong counts: %S" state))
    (let ((summary (paginator-rpc-test-call
                    connection :paginator/loadAll
                    '(:paginatorId "articles" :partialResultToken "pages"))))
      (paginator-rpc-test-check (and (equal (plist-get summary :verdict) "complete")
                                     (eql (plist-get summary :itemCount) 3))
                                "Unexpected summary: %S" summary)
      (paginator-rpc-test-check (and (eql (length progress) 2)
                                     (eql (plist-get (car progress) :page) 3))
                                "Unexpected progress: %S" progress))
    (let ((code (condition-case failure
                    (progn (paginator-rpc-test-call connection :paginator/loadNextPage
                                                    '(:paginatorId "articles"))
                           nil)
                  (jsonrpc-error (alist-get 'jsonrpc-error-code (cddr failure))))))
      (paginator-rpc-test-check (eql code 1003) "Past the end is not 1003 but %S" code))
    (paginator-rpc-test-call connection :shutdown nil)
    (jsonrpc-notify connection :exit nil)
    (with-timeout (paginator-rpc-test-deadline (error "The server did not end"))
      (while (process-live-p process) (accept-process-output process 0.05)))
    (paginator-rpc-test-check (eql (process-exit-status process) 0)
                              "The server ended with status %s" (process-exit-status process))))

(when noninteractive
  (condition-case failure
      (progn (paginator-rpc-test-run)
             (princ "ok: jsonrpc.el loads pages\n")
             (kill-emacs 0))
    (error (princ (format "FAILED: %s\n" (error-message-string failure)))
           (kill-emacs 1))))

(provide 'paginator-rpc-test)
;;; paginator-rpc-test.el ends here
