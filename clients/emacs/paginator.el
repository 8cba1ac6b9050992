;;; paginator.el --- Scroll through paginated HTTP APIs  -*- lexical-binding: t -*-

;; Author: The Paginator authors
;; URL: https://paginator.invalid/clients/emacs
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm, hypermedia, tools
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; M-x paginator-open shows the collection behind a URL or a profile as a
;; table that loads as you scroll.  All paging is done by the program
;; "paginator", which this package talks to in JSON-RPC by way of jsonrpc.el;
;; it is looked for in `paginator-executable', $PAGINATOR and the PATH.
;;
;; In the table: RET shows the item as JSON, ] and [ go to the next and the
;; previous page, j to any page, n, p and SPC move, w copies the item, S sorts
;; what is loaded, g refreshes, A walks through all pages, C-c C-k cancels,
;; ? and h explain the keys.
;;
;; From Lisp: `paginator-open', `paginator-call' and `paginator-request'.
;;
;; The URL above is a placeholder, as packages have to name one: a host in
;; .invalid leads nowhere, and can never be anyone else's.

;;; Code:

(require 'subr-x)
(require 'tabulated-list)
(require 'paginator-copy)
(require 'paginator-item)
(require 'paginator-json)
(require 'paginator-loading)
(require 'paginator-opening)
(require 'paginator-pages)
(require 'paginator-rpc)
(require 'paginator-secrets)
(require 'paginator-table)
(require 'paginator-walk)

(defvar paginator-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'paginator-show-item)
    (define-key map "]" #'paginator-next-page)
    (define-key map "[" #'paginator-previous-page)
    (define-key map "j" #'paginator-go-to-page)
    (define-key map "w" #'paginator-copy-item)
    (define-key map "S" #'paginator-sort)
    (define-key map "R" #'revert-buffer)
    (define-key map "A" #'paginator-walk)
    (define-key map "?" #'paginator-help)
    (define-key map "h" #'paginator-help)
    (define-key map "s" #'paginator-show-state)
    (define-key map "l" #'paginator-show-log)
    (define-key map (kbd "C-c C-k") #'paginator-cancel)
    map)
  "Keys of `paginator-mode'.")

(define-derived-mode paginator-mode tabulated-list-mode "Paginator"
  "Major mode for a collection, which is loaded as you scroll.
\\<paginator-mode-map>
\\[paginator-show-item]	show the item at point as JSON
\\[paginator-next-page]	go to the next page
\\[paginator-previous-page]	go to the page before
\\[paginator-go-to-page]	go to a page by its number
\\[next-line], \\[previous-line]	move to the next row, and to the one before
\\[scroll-up-command]	scroll by a screen
\\[paginator-copy-item]	copy the item at point as JSON
\\[paginator-sort]	show the loaded rows sorted by the column at point
\\[paginator-walk]	walk through all pages into a buffer, one item a line
\\[revert-buffer]	load the held pages again; start an ended server anew
\\[paginator-cancel]	give up what is being loaded
\\[paginator-show-state]	show all that is known of the collection
\\[paginator-show-log]	show the server's log
\[paginator-help]	show this help, and what the warnings say
\\[quit-window]	leave the collection, which stays open in its buffer"
  (setq tabulated-list-use-header-line t
        mode-line-process
        '(" " (:eval (replace-regexp-in-string "%" "%%" (paginator--status) t t)))
        paginator--rows (make-hash-table)
        truncate-lines t)
  (setq-local revert-buffer-function (lambda (&rest _) (paginator-refresh)))
  (add-hook 'window-scroll-functions #'paginator--scrolled nil t)
  (add-hook 'window-size-change-functions #'paginator--scrolled nil t)
  (add-hook 'post-command-hook #'paginator--moved nil t)
  (add-hook 'paginator--notification-functions #'paginator--told nil t)
  (add-hook 'paginator--end-hook #'paginator--bereaved nil t)
  (add-hook 'kill-buffer-hook #'paginator--close nil t))

(defun paginator--close ()
  "Close the paginator of a buffer that is about to be killed."
  (when paginator--timer (cancel-timer paginator--timer))
  (when-let* ((id paginator--id))
    (setq paginator--id nil
          paginator--buffers (assoc-delete-all id paginator--buffers))
    (paginator-request :paginator/close (list :paginatorId id) #'ignore))
  (paginator--stop-if-unused))

;;;###autoload
(defun paginator-open (source &optional params)
  "Show the collection of SOURCE as a table, which is loaded as you scroll.
SOURCE is a URL, a name in `paginator-profiles', or the name of one of the
server's own profiles.  The plist PARAMS holds more params of the method
paginator/open, such as (:itemsPath \"articles\" :perPage 50)."
  (interactive (condition-case nil
                   (paginator--read-source)
                 (quit (paginator--stop-if-unused) (signal 'quit nil))))
  (let* ((all (paginator--params source params))
         (state (paginator--open-on-server all))
         (buffer (generate-new-buffer
                  (format "*paginator: %s*"
                          (replace-regexp-in-string "\\`https?://\\|[?#].*\\'" "" source)))))
    (with-current-buffer buffer
      (paginator-mode)
      (setq paginator--opened all)
      (paginator--begin state))
    (pop-to-buffer-same-window buffer)
    buffer))

(defun paginator-sign-in (origin secret)
  "Use SECRET for ORIGIN until Emacs ends, and load the present table again.
ORIGIN is that of the table, or asked for with a prefix argument.
SECRET is what the API's profile asks for.  Without a profile it is a
token, user:password where the API asks for Basic, or a whole header such
as \"X-Api-Key: 1234\"."
  (interactive
   (let* ((profile (and paginator--opened (paginator--profile paginator--opened)))
          (here (paginator--origin (or (paginator--get paginator--opened :url)
                                       (paginator--get profile :url))))
          (origin (if (and here (not current-prefix-arg)) here
                    (read-string "Scheme, host and port: " here))))
     (list origin (read-passwd (paginator--secret-prompt origin profile)))))
  (setf (alist-get origin paginator--secrets nil nil #'equal) secret)
  (when (derived-mode-p 'paginator-mode)
    (when-let* ((paginator--id) (credentials (paginator--credentials paginator--opened)))
      (paginator-call :paginator/configure (append (list :paginatorId paginator--id) credentials)
                      paginator-start-seconds))
    (paginator-refresh)))

(defun paginator-help ()
  "Show the keys of a collection, and what its warnings say."
  (interactive nil paginator-mode)
  (let ((warnings (paginator--warnings paginator--state)))
    (with-help-window (help-buffer)
      (when warnings (princ (concat (string-join warnings "\n") "\n\n")))
      (princ (documentation 'paginator-mode)))))

(provide 'paginator)
;;; paginator.el ends here
