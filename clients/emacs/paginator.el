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
;; "paginator", which this file talks to in JSON-RPC by way of jsonrpc.el;
;; it is looked for in `paginator-executable', $PAGINATOR and the PATH.
;;
;; In the table: RET shows the item as JSON, ] and [ go to the next and the
;; previous page, j to any page, g refreshes, A walks through all pages,
;; C-c C-k cancels, ? and h explain the keys.
;;
;; From Lisp: `paginator-open', `paginator-call' and `paginator-request'.
;;
;; It is one file, longer than the project's others, so that it can be
;; installed by itself.
;;
;; The URL above is a placeholder, as packages have to name one: a host in
;; .invalid leads nowhere, and can never be anyone else's.

;;; Code:

(require 'auth-source)
(require 'cl-lib)
(require 'json)
(require 'jsonrpc)
(require 'seq)
(require 'subr-x)
(require 'tabulated-list)
(require 'url-parse)

;;; Settings

(defgroup paginator nil
  "Scroll through paginated HTTP APIs."
  :group 'comm
  :prefix "paginator-")

(defcustom paginator-executable nil
  "The program \"paginator\"; nil means $PAGINATOR, else the one in PATH."
  :type '(choice (const :tag "$PAGINATOR or PATH" nil) file))

(defcustom paginator-profiles nil
  "Collections by name, for `paginator-open'.
Each is (NAME . PLIST).  The members of PLIST are those of the method
paginator/open: :url, :profile, :itemsPath, :perPage, :pagination and so
on.  One more, :columns, lists the columns of the table, each as (HEADER
WIDTH SOURCE); SOURCE is the path of a value in the item, such as
\"author.login\", or a function that gets the item as a plist and returns
a string.  Without :columns they are made from the first items."
  :type '(alist :key-type string :value-type plist))

(defcustom paginator-columns-max 5
  "How many columns a table has for which no columns are given."
  :type 'natnum)

(defcustom paginator-prefetch-items 50
  "How many items around the visible ones are loaded ahead."
  :type 'natnum)

(defcustom paginator-prefetch-pages 1
  "How many pages are requested ahead of the one that you have gone to.
From 0 to 16; `paginator-next-page' finds the next one there."
  :type 'natnum)

(defcustom paginator-rows-max 1000000
  "How many rows a table has before you have scrolled that far.
As many again are added where you reach the end of those."
  :type 'natnum)

(defcustom paginator-log-level "warning"
  "What the server logs, to the buffer that `paginator-show-log' shows."
  :type '(choice (const "off") (const "error") (const "warning") (const "info") (const "debug")))

(defcustom paginator-start-seconds 10
  "How long the server may take to answer its first message."
  :type 'number)

(defcustom paginator-credentials-function #'paginator-stored-credentials
  "Function that supplies credentials for an API without a profile, or nil.
The default looks for what `paginator-sign-in' was told, and then in
`auth-sources'.  It is called with the origin of an API that answered
401 and the challenge of that answer, and returns a plist of headers, such as
\(:Authorization \"Bearer 1234\"), or nil."
  :type '(choice (const :tag "None" nil)
                 (const paginator-stored-credentials)
                 function))

(defcustom paginator-token-function #'paginator-stored-token
  "Function that supplies the token of an API that has a profile, or nil.
It is called with the origin of the URL and the profile's authentication,
a plist such as (:type \"apiKey\" :name \"PRIVATE-TOKEN\").  It returns a
token, which is sent as the profile says; the plist that is the param `auth'
of the method paginator/open; or nil for none.
The default looks for what `paginator-sign-in' was told, and then in
`auth-sources'."
  :type '(choice (const :tag "None" nil)
                 (const paginator-stored-token)
                 function))

(defconst paginator-protocol-major "1"
  "The major version of the protocol that this client speaks.")

(defconst paginator--gone-code -1
  "The code that jsonrpc.el gives to the error of a server that has ended.")

(defconst paginator--no-such-page 1005
  "The code of the error about a page beyond the first or the last.")

(defconst paginator--stop-seconds 2
  "How long a server may take to end by itself.")

(defconst paginator--drain-seconds 0.5
  "How long the last words of a server that has ended are waited for.")

(defconst paginator--said-max 1024
  "How much is kept of what a server writes to standard error.")

(defconst paginator--log-characters-max 1000000
  "How much of the server's log is kept; the newest.")

(defconst paginator--window-rows 50
  "How many rows are loaded for a buffer that no window shows.")

(defconst paginator--rows-limit 10000000
  "How many rows a table has at most, however long the collection is.")

(defconst paginator--failed-mark "failed"
  "What stands in a window for an item whose page has failed.")

(defconst paginator--number-width 5
  "The width that a column of numbers has at least.")

(defconst paginator--cell-width-max 40
  "The width of the widest column that is made from items.")

;;; Values

(define-error 'paginator-error "Paginator" 'user-error)

(defun paginator--get (object &rest keys)
  "Return what KEYS lead to in the plist OBJECT; null is nil."
  (while (and keys object)
    (setq object (and (listp object) (plist-get object (pop keys)))))
  (unless (eq object :null) object))

(defun paginator--failure-text (failure)
  "Return FAILURE, an error object, as one line.
That is its message, and of a failed request the URL and the status, where
the message has not said them."
  (let* ((message (or (paginator--get failure :message) "It failed without saying why"))
         (url (paginator--get failure :data :url))
         (method (paginator--get failure :data :method))
         (status (paginator--get failure :data :status)))
    (if (or (not (stringp url)) (string-search url message))
        message
      (format "%s (%s)" message
              (string-join
               (delq nil
                     (list (if method (format "%s %s" method url) url)
                           (and status (not (string-search (format "%s" status) message))
                                (format "%s" status))))
               ": ")))))

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

(defun paginator--text (value)
  "Return VALUE, a part of an item, as the text of a cell."
  (pcase value
    ((pred stringp) (replace-regexp-in-string "[\n\r\t]+" " " value))
    (:null "")
    ((and (pred vectorp) (guard (not (seq-some #'sequencep (seq-remove #'stringp value)))))
     (mapconcat #'paginator--text value ", "))
    (_ (paginator--json value))))

;;; The server

(defvar paginator--connection nil "The connection to the server, or nil.")
(defvar paginator--process nil "The server's process, or nil.")
(defvar paginator--stderr nil "The process that takes the server's standard error, or nil.")
(defvar paginator--said "" "The beginning of what the server wrote to standard error.")
(defvar paginator--ended nil "Why the server that ran last has ended, or nil.")
(defvar paginator--buffers nil "Alist from paginatorId to the buffer that shows it.")
(defvar paginator--progress nil "Alist from progress token to function.")
(defvar paginator--tokens 0 "How many progress tokens were made.")

(defun paginator--executable ()
  "Return the path of the server's program, or signal what to do."
  (let* ((variable (getenv "PAGINATOR"))
         (named (or paginator-executable (and variable (not (string-empty-p variable)) variable))))
    (or (executable-find (or named "paginator"))
        (if named
            (user-error "%s is no program that can be run: %s must name the paginator program"
                             named (if paginator-executable "`paginator-executable'" "$PAGINATOR"))
          (user-error
           "The program paginator is not in PATH: install it, or set `paginator-executable'")))))

(defun paginator--running-p ()
  "Return non-nil if there is a server."
  (and paginator--connection (process-live-p paginator--process)))

(defun paginator--connect ()
  "Start the server if there is none."
  (unless (paginator--running-p)
    (paginator--start (paginator--executable))
    (condition-case problem
        (paginator--greet)
      ((error quit)
       (paginator-stop)
       (signal (car problem) (cdr problem))))))

(defun paginator--start (executable)
  "Run EXECUTABLE as the server."
  (let ((process nil))
    (setq paginator--ended nil)
    (setq paginator--connection
          (apply #'make-instance 'jsonrpc-process-connection
                 :name "paginator"
                 :process (lambda () (setq process (paginator--spawn executable)))
                 :notification-dispatcher #'paginator--notified
                 :request-dispatcher #'paginator--requested
                 :on-shutdown (lambda (connection) (paginator--shut-down connection process))
                 (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
                     '(:events-buffer-config (:size 0 :format full))
                   '(:events-buffer-scrollback-size 0))))
    (setq paginator--process process)
    (add-function :around (process-filter process) #'paginator--filter)
    (add-function :around (process-sentinel process) #'paginator--quietly)))

(defun paginator--spawn (executable)
  "Return a new process of EXECUTABLE."
  (paginator--drop-stderr)
  (setq paginator--said ""
        paginator--stderr
        (make-pipe-process
         :name "paginator stderr" :noquery t :sentinel #'ignore
         :filter (lambda (_process text)
                   (when (< (length paginator--said) paginator--said-max)
                     (setq paginator--said (concat paginator--said text)))
                   (paginator--log text))))
  (let ((buffer (process-buffer paginator--stderr)))
    (set-process-buffer paginator--stderr nil)
    (when (buffer-live-p buffer) (kill-buffer buffer)))
  (condition-case problem
      (make-process :name "paginator" :command (list executable "--framing" "headers"
                                                             "--log-level" paginator-log-level)
                    :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                    :stderr paginator--stderr)
    (file-error
     (paginator--drop-stderr)
     (user-error "%s could not be started: %s" executable (error-message-string problem)))))

(defun paginator--log (text)
  "Add TEXT to the server's log."
  (with-current-buffer (get-buffer-create "*paginator log*")
    (save-excursion
      (goto-char (point-max))
      (insert text)
      (when (> (buffer-size) paginator--log-characters-max)
        (delete-region (point-min) (- (point-max) (/ paginator--log-characters-max 2)))))))

(defun paginator-show-log ()
  "Show the server's log; see `paginator-log-level'."
  (interactive)
  (pop-to-buffer (get-buffer-create "*paginator log*")))

(defun paginator--greet ()
  "Exchange the first messages with the server, and check its version."
  (let* ((hello (paginator-call
                 :initialize
                 (list :processId (emacs-pid)
                       :clientInfo '(:name "Emacs")
                       :capabilities
                       (list :paginator
                             (list :notifications t
                                   :credentials (if paginator-credentials-function
                                                    t :json-false))))
                 paginator-start-seconds))
         (version (paginator--get hello :protocolVersion)))
    (unless (and (stringp version)
                 (string-prefix-p (concat paginator-protocol-major ".") version))
      (user-error
       "%s speaks version %s of the protocol, and this client %s.x: update the older of the two"
       (car (process-command paginator--process)) (or version "?") paginator-protocol-major))
    (jsonrpc-notify paginator--connection :initialized nil)))

(defun paginator--filter (filter process output)
  "Hand OUTPUT of PROCESS to jsonrpc.el's FILTER; end a server that writes garbage."
  (cl-letf (((symbol-function 'jsonrpc--json-read) #'paginator--json-read))
    (funcall filter process output))
  (when (and (process-live-p process) (buffer-live-p (process-buffer process)))
    (with-current-buffer (process-buffer process)
      (let* ((header "Content-Length:")
             (end (min (point-max) (+ (point-min) (length header)))))
        (unless (string-prefix-p (buffer-substring-no-properties (point-min) end) header)
          (process-put process 'paginator-reason
                       (format "wrote %S, which is no message of the protocol"
                               (truncate-string-to-width
                                (car (split-string (buffer-string) "[\r\n]")) 60 nil nil "…")))
          (delete-process process))))))

(defun paginator--quietly (sentinel process change)
  "Call SENTINEL with PROCESS and CHANGE without a message in the echo area."
  (paginator--note-end process)
  (let ((inhibit-message t)) (funcall sentinel process change)))

(defun paginator--note-end (process)
  "Remember why PROCESS, if it has ended, did so."
  (unless (process-live-p process)
    (setq paginator--ended
          (format "%s %s" (car (process-command process))
                  (or (process-get process 'paginator-reason)
                      (format "has ended with status %d" (process-exit-status process)))))))

(defun paginator--drain ()
  "Wait a little for the last words of a server that has ended."
  (let ((deadline (+ (float-time) paginator--drain-seconds)))
    (while (and paginator--stderr (process-live-p paginator--stderr) (< (float-time) deadline))
      (accept-process-output paginator--stderr 0.01))))

(defun paginator--shut-down (connection process)
  "Forget CONNECTION, whose PROCESS has ended, and tell the buffers."
  (dolist (buffer (list (jsonrpc-stderr-buffer connection) (jsonrpc-events-buffer connection)
                        (process-buffer process)))
    (when (buffer-live-p buffer) (kill-buffer buffer)))
  (when (eq connection paginator--connection)
    (setq paginator--connection nil paginator--progress nil)
    (dolist (entry (prog1 paginator--buffers (setq paginator--buffers nil)))
      (when (buffer-live-p (cdr entry))
        (with-current-buffer (cdr entry) (paginator--bereaved))))))

(defun paginator--gone ()
  "Return the error that requests get where there is no server."
  (when (and paginator--connection (null paginator--ended))
    (paginator--note-end paginator--process))
  (let ((said (car (split-string paginator--said "\n" t))))
    (list :code paginator--gone-code
          :message
          (format "%s%s: press g to start it again, and look at `paginator-executable'"
                  (or paginator--ended "There is no paginator running")
                  (if said (format " (%s)" said) "")))))

(defun paginator-stop ()
  "End the server."
  (interactive)
  (when-let* ((connection paginator--connection) (process paginator--process))
    (when (process-live-p process)
      (unless (process-get process 'paginator-reason)
        (process-put process 'paginator-reason "was stopped"))
      (ignore-errors
        (paginator-request :shutdown nil #'ignore)
        (jsonrpc-notify connection :exit nil)
        (process-send-eof process))
      (let ((deadline (+ (float-time) paginator--stop-seconds)))
        (while (and (process-live-p process) (< (float-time) deadline))
          (accept-process-output process 0.01))))
    (delete-process process)
    (when (eq connection paginator--connection) (paginator--shut-down connection process)))
  (paginator--drop-stderr))

(defun paginator--drop-stderr ()
  "Forget what took the server's standard error.
Where that has ended, too, Emacs would list it until it has time to notice."
  (when paginator--stderr (delete-process paginator--stderr))
  (setq paginator--stderr nil))

;;; Requests

(defun paginator-request (method params done)
  "Send METHOD, such as :paginator/state, with the plist PARAMS.
DONE is called with the result and nil, or with nil and the error, a
plist that has :message and mostly :code and :data."
  (let ((answer (lambda (result failure)
                  (with-demoted-errors "Paginator: %S" (funcall done result failure)))))
    (condition-case nil
        (if (paginator--running-p)
            (jsonrpc-async-request
             paginator--connection method params :timeout nil
             :success-fn (lambda (result) (funcall answer result nil))
             :error-fn (lambda (failure)
                         (funcall answer nil
                                  (if (eql (plist-get failure :code) paginator--gone-code)
                                      (paginator--gone)
                                    failure))))
          (funcall answer nil (paginator--gone)))
      (error (funcall answer nil (paginator--gone))))))

(defun paginator-call (method params &optional seconds)
  "Send METHOD with the plist PARAMS, wait for the answer and return its result.
An error is signalled as `paginator-error', with its message and the whole
of it.  After SECONDS, if they are given, and when the user quits, the loads
of the paginator are cancelled."
  (let ((deadline (and seconds (+ (float-time) seconds)))
        (answer nil))
    (unwind-protect
        (progn
          (paginator-request method params
                             (lambda (result failure) (setq answer (list result failure))))
          (while (not (or answer (and deadline (> (float-time) deadline))))
            (accept-process-output nil 0.02)))
      (when (and (null answer) (paginator--get params :paginatorId))
        (paginator-request :paginator/cancel
                           (list :paginatorId (paginator--get params :paginatorId)) #'ignore)))
    (pcase answer
      ('nil (user-error "%s gave no answer to %s within %s seconds: is it paginator?"
                             (car (process-command paginator--process))
                             (substring (symbol-name method) 1) seconds))
      (`(,result nil) result)
      (`(,_ ,failure)
       (when (eql (paginator--get failure :code) paginator--gone-code)
         (paginator--drain)
         (setq failure (paginator--gone)))
       (signal 'paginator-error (list (paginator--get failure :message) failure))))))

(defun paginator--notified (_connection method params)
  "Take the notification METHOD with PARAMS from the server."
  (with-demoted-errors "Paginator: %S"
    (if (eq method '$/progress)
        (when-let* ((function (alist-get (paginator--get params :token) paginator--progress
                                        nil nil #'equal)))
          (funcall function (paginator--get params :value)))
      (when-let* ((buffer (alist-get (paginator--get params :paginatorId) paginator--buffers
                                    nil nil #'equal)))
        (when (buffer-live-p buffer)
          (with-current-buffer buffer (paginator--told method params)))))))

(defvar paginator--secrets nil "Alist from origin to what `paginator-sign-in' was told.")

(defun paginator-stored-credentials (origin challenge)
  "Return a plist of headers for ORIGIN, whose answer 401 had CHALLENGE, or nil.
It is made of what `paginator-sign-in' was told, or of what `auth-sources'
have for the host: a token, or a user and a password where CHALLENGE asks
for Basic."
  (if-let* ((secret (alist-get origin paginator--secrets nil nil #'equal)))
      (paginator--headers secret challenge)
    (when-let* ((host (url-host (url-generic-parse-url origin)))
                (entry (car (auth-source-search :host host :max 1)))
                (secret (plist-get entry :secret))
                (text (if (functionp secret) (funcall secret) secret)))
      (paginator--headers
       (if-let* ((user (and (paginator--basic-p challenge) (plist-get entry :user))))
           (concat user ":" text)
         text)
       challenge))))

(defun paginator--basic-p (challenge)
  "Return non-nil if CHALLENGE asks for Basic."
  (and (stringp challenge) (string-match-p "\\`[Bb]asic\\b" challenge)))

(defun paginator--headers (secret challenge)
  "Return SECRET as a plist of headers; see `paginator-sign-in' for CHALLENGE."
  (cond ((string-match "\\`\\([[:alnum:]_-]+\\):[ \t]+\\(.+\\)\\'" secret)
         (list (intern (concat ":" (match-string 1 secret))) (match-string 2 secret)))
        ((string-match-p "\\`[[:alnum:]_-]+[ \t]+[^ \t]" secret) (list :Authorization secret))
        ((paginator--basic-p challenge)
         (list :Authorization
               (concat "Basic "
                       (base64-encode-string (encode-coding-string secret 'utf-8) t))))
        (t (list :Authorization (concat "Bearer " secret)))))

(defun paginator-stored-token (origin authentication)
  "Return the token for ORIGIN in the form of AUTHENTICATION, or nil.
It is what `paginator-sign-in' was told, or what `auth-sources' have for the
host: the password; the user, a colon and the password where the token is
such a pair, or the id and the secret of a key of AWS."
  (if-let* ((typed (alist-get origin paginator--secrets nil nil #'equal)))
      (paginator--token-or-auth typed authentication)
    (when-let* ((host (url-host (url-generic-parse-url origin)))
                (entry (car (auth-source-search :host host :max 1)))
                (secret (plist-get entry :secret))
                (text (if (functionp secret) (funcall secret) secret)))
      (paginator--token-or-auth
       (if-let* ((user (and (paginator--pair-p authentication) (plist-get entry :user))))
           (concat user ":" text)
         text)
       authentication))))

(defun paginator--pair-p (authentication)
  "Return non-nil if a token for AUTHENTICATION is itself a pair."
  (or (paginator--get authentication :format)
      (equal (paginator--get authentication :type) "awsSigV4")))

(defun paginator--token-or-auth (secret authentication)
  "Return SECRET as a token, or as the param `auth' where AUTHENTICATION wants it."
  (if (equal (paginator--get authentication :type) "awsSigV4")
      (pcase-let ((`(,id ,key) (split-string secret ":")))
        (list :type "awsSigV4" :accessKeyId id :secretAccessKey (or key "")))
    secret))

(defun paginator--profile (params)
  "Return the profile that PARAMS name, as the server has it, or nil."
  (when-let* ((name (paginator--get params :profile)))
    (ignore-errors
      (elt (paginator-call :paginator/profiles (list :name name) paginator-start-seconds) 0))))

(defun paginator--origin (url)
  "Return scheme, host and port of URL, or nil."
  (and url (string-match "\\`https?://[^/?#]+" url) (match-string 0 url)))

(defun paginator--credentials (params)
  "Return the plist of `token' or `auth' that opens PARAMS, or nil.
There is one for APIs whose profile knows how they take a token; others
are tried when they answer 401."
  (when-let* ((function paginator-token-function)
              ((not (or (plist-member params :token) (plist-member params :auth))))
              (profile (paginator--profile params))
              (authentication (paginator--get profile :authentication))
              (origin (paginator--origin (or (paginator--get params :url)
                                             (paginator--get profile :url))))
              (found (funcall function origin authentication)))
    (list (if (stringp found) :token :auth) found)))

(defvar paginator--opened)
(defvar paginator--id)

(defun paginator--secret-prompt (origin profile)
  "Return what to ask for ORIGIN, in the words of PROFILE, or of none."
  (let* ((authentication (paginator--get profile :authentication))
         (page (paginator--get authentication :documentation))
         (form (cond ((null authentication) "token, user:password or Header: value")
                     ((paginator--get authentication :format))
                     ((equal (paginator--get authentication :type) "awsSigV4") "ID:SECRET")
                     ((paginator--get authentication :name))
                     (t "token"))))
    (format "Secret for %s (%s%s): " origin form (if page (concat "; see " page) ""))))

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

(defun paginator--requested (_connection method params)
  "Answer the request METHOD with PARAMS of the server."
  (if (and (eq method 'paginator/credentials) paginator-credentials-function)
      (when-let* ((headers (funcall paginator-credentials-function
                                   (paginator--get params :origin)
                                   (paginator--get params :challenge))))
        (list :headers headers))
    (jsonrpc-error :code -32601 :message (format "%s is not supported" method))))

;;; What a buffer knows

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

;;; What to open

(defvar paginator-history nil "What `paginator-open' was asked to open.")

(defun paginator--params (source &optional more)
  "Return params of paginator/open for SOURCE, with those of the plist MORE.
SOURCE is a name in `paginator-profiles', a URL, or the name of one of the
server's own profiles."
  (let ((own (assoc source paginator-profiles)))
    (append more
            (cond (own (cdr own))
                  ((string-match-p "[/.:]" source) (list :url source))
                  (t (list :profile source))))))

(defun paginator--wire-params (params)
  "Return PARAMS, a plist for `paginator-open', as the server takes them."
  (let ((wire nil))
    (cl-loop for (key value) on params by #'cddr
             unless (or (eq key :columns) (plist-member wire key))
             do (setq wire (plist-put wire key value)))
    (unless (plist-member wire :prefetch)
      (setq wire (plist-put wire :prefetch (list :distance paginator-prefetch-items
                                                 :pages paginator-prefetch-pages))))
    (setq wire (plist-put wire :placeholders (list :error paginator--failed-mark)))
    (plist-put wire :notifications t)))

(defun paginator--refusal (failure)
  "Return what to do about FAILURE, the data of an error of paginator/open."
  (let ((message (cadr failure)))
    (pcase (paginator--get (caddr failure) :data :path)
      ("url" (concat message " Give it whole, such as https://example.com/articles"))
      ("profile" (concat message " In Emacs, M-x paginator-open completes their names"))
      (_ message))))

(defun paginator--read-source ()
  "Ask for a profile or a URL; return params of `paginator-open'."
  (paginator--connect)
  (let* ((profiles (append (paginator-call :paginator/profiles nil paginator-start-seconds) nil))
         (names (mapcar (lambda (profile) (paginator--get profile :name)) profiles))
         (source (minibuffer-with-setup-hook #'paginator--let-type-urls
                   (completing-read
                    "URL or profile: " (append (mapcar #'car paginator-profiles) names)
                    nil nil nil 'paginator-history)))
         (profile (and (not (assoc source paginator-profiles))
                       (seq-find (lambda (each) (equal (paginator--get each :name) source))
                                 profiles))))
    (list source
          (when (and profile (not (paginator--get profile :url)))
            (list :url (read-string (format "URL for %s: " source)))))))

(defun paginator--let-type-urls ()
  "Let the minibuffer insert the characters ? and SPC, which URLs hold."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (current-local-map))
    (define-key map "?" #'self-insert-command)
    (define-key map " " #'self-insert-command)
    (use-local-map map)))

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

(defun paginator--open-on-server (params)
  "Open a paginator with PARAMS and return its state, or signal what to do."
  (condition-case failure
      (progn
        (paginator--connect)
        (paginator-call :paginator/open
                        (paginator--wire-params (append (paginator--credentials params) params))
                        paginator-start-seconds))
    (user-error
     (paginator--stop-if-unused)
     (user-error "%s" (paginator--refusal failure)))))

(defun paginator--stop-if-unused ()
  "End the server where no buffer and no walk needs it."
  (unless (or paginator--progress
              (seq-some (lambda (entry) (buffer-live-p (cdr entry))) paginator--buffers))
    (paginator-stop)))

;;; The table

(defvar paginator-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'paginator-show-item)
    (define-key map "]" #'paginator-next-page)
    (define-key map "[" #'paginator-previous-page)
    (define-key map "j" #'paginator-go-to-page)
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
\\[paginator-walk]	walk through all pages into a buffer, one item a line
\\[revert-buffer]	load the held pages again; start an ended server anew
\\[paginator-cancel]	give up what is being loaded
\\[paginator-show-state]	show all that is known of the collection
\\[paginator-show-log]	show the server's log
\\[paginator-help]	show this help
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
  (add-hook 'kill-buffer-hook #'paginator--close nil t))

(defun paginator--begin (state)
  "Show the paginator that has just been opened with STATE."
  (setq paginator--state state
        paginator--id (paginator--get state :paginatorId)
        paginator--columns (paginator--get paginator--opened :columns)
        paginator--ready nil
        paginator--note nil
        paginator--end nil
        paginator--failures nil
        paginator--lone nil)
  (push (cons paginator--id (current-buffer)) paginator--buffers)
  (clrhash paginator--rows)
  (paginator--draw)
  (paginator--load :paginator/loadNextPage nil
                   (lambda (result)
                     (setq paginator--ready t)
                     (when result (paginator--look)))))

(defun paginator--close ()
  "Close the paginator of a buffer that is about to be killed."
  (when paginator--timer (cancel-timer paginator--timer))
  (when-let* ((id paginator--id))
    (setq paginator--id nil
          paginator--buffers (assoc-delete-all id paginator--buffers))
    (paginator-request :paginator/close (list :paginatorId id) #'ignore))
  (paginator--stop-if-unused))

(defun paginator--bereaved ()
  "Show that the server has ended."
  (setq paginator--id nil paginator--asked nil)
  (paginator--say "the server has ended: g starts it again"))

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
                 (when paginator--asked "loading")
                 paginator--note))
     ", ")))

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

;; Columns and rows

(defun paginator--guess-columns (items)
  "Return columns for ITEMS, a list of at least one."
  (if (not (and (consp (car items)) (keywordp (caar items))))
      '(("Item" 0 ""))
    (let ((keys (cl-loop for (key value) on (car items) by #'cddr
                         unless (or (consp value) (null value) (vectorp value))
                         collect key)))
      (or (cl-loop for key in (seq-take keys paginator-columns-max)
                   for name = (paginator--key-name key)
                   for widths = (mapcar (lambda (item) (string-width (paginator--cell item name)))
                                        items)
                   for least = (if (numberp (paginator--get (car items) key))
                                   paginator--number-width
                                 (string-width name))
                   collect (list name
                                 (min paginator--cell-width-max
                                      (apply #'max least (string-width name) widths))
                                 name))
          '(("Item" 0 ""))))))

(defun paginator--cell (item source)
  "Return the text that SOURCE, a path or a function, gives for ITEM."
  (cond ((functionp source) (format "%s" (funcall source item)))
        ((equal source "") (paginator--text item))
        (t (let ((value item))
             (dolist (name (split-string source "\\."))
               (setq value (paginator--member value name)))
             (if (null value) "" (paginator--text value))))))

(defun paginator--cells (item)
  "Return ITEM as the row of a table."
  (vconcat (mapcar (lambda (column) (paginator--cell item (nth 2 column))) paginator--columns)))

(defun paginator--entry (index)
  "Return the row at INDEX as a vector of cells."
  (pcase (gethash index paginator--rows)
    (`(loaded . ,cells) cells)
    (row (vector (if row
                     (propertize (cdr row) 'face 'error)
                   (propertize "…" 'face 'shadow))))))

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

(defun paginator--draw ()
  "Draw the whole table with the columns that are known."
  (setq tabulated-list-format
        (vconcat (mapcar (lambda (column) (list (car column) (cadr column) nil))
                         (or paginator--columns '(("Item" 0 ""))))))
  (tabulated-list-init-header)
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
             (pcase-lambda (`(,name ,width ,source))
               (let ((needed (apply #'max 0 (mapcar (lambda (item)
                                                      (string-width (paginator--cell item source)))
                                                    items))))
                 (when (and (> width 0) (> needed width) (< width paginator--cell-width-max))
                   (setq grown t
                         width (min needed paginator--cell-width-max)))
                 (list name width source)))
             paginator--columns)))
    (when grown
      (setq tabulated-list-format
            (vconcat (mapcar (lambda (column) (list (car column) (cadr column) nil))
                             paginator--columns)))
      (tabulated-list-init-header)
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

;; Loading

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

(defun paginator--scrolled (&rest _)
  "Look soon at what is visible in the buffers of this frame's windows."
  (dolist (window (window-list))
    (with-current-buffer (window-buffer window)
      (when (derived-mode-p 'paginator-mode) (paginator--moved)))))

(defun paginator--moved ()
  "Look soon at what is visible, since the user has moved."
  (unless (eq this-command 'paginator-cancel)
    (setq paginator--cancelled nil)
    (paginator--look-soon)))

(defun paginator--look-soon ()
  "Look at what is visible as soon as Emacs has time."
  (unless paginator--timer
    (let ((buffer (current-buffer)))
      (setq paginator--timer
            (run-at-time 0 nil
                         (lambda ()
                           (when (buffer-live-p buffer)
                             (with-current-buffer buffer
                               (setq paginator--timer nil)
                               (paginator--look)))))))))

(defun paginator--look (&optional settled)
  "Load what is visible and not there, and tell the server what is shown.
SETTLED, as (START . COUNT), was asked for just now; it is not asked for
again, even if it is not there, before the user moves."
  (when (and paginator--id paginator--ready)
    (paginator--locate)
    (when (>= (1+ (paginator--visible-end)) paginator--shown) (paginator--resize))
    (let ((missing (seq-some #'paginator--missing (paginator--visible))))
      (cond ((= 0 paginator--shown))
            ((null missing)
             (paginator--touch (1- (min (paginator--visible-end) paginator--shown))))
            ((paginator--awaited-p (car missing) (cdr missing)))
            ((not (equal settled (paginator--range missing)))
             (paginator--want (paginator--range missing)))))))

(defun paginator--touch (index)
  "Tell the server that the item at INDEX is shown, if it is there."
  (when (eq 'loaded (car (gethash index paginator--rows)))
    (jsonrpc-notify paginator--connection :paginator/touch
                    (list :paginatorId paginator--id :index index))))

(defun paginator--range (pair)
  "Return the rows from the first to the last of PAIR as (START . COUNT)."
  (cons (car pair) (- (1+ (cdr pair)) (car pair))))

(defun paginator--missing (range)
  "Return the first and the last row of RANGE that is not there, as a pair, or nil."
  (when-let* ((indexes (cl-loop for index from (car range) below (min (cdr range) paginator--shown)
                                unless (gethash index paginator--rows) collect index)))
    (cons (car indexes) (car (last indexes)))))

(defun paginator--awaited-p (first last)
  "Return non-nil if the rows from FIRST to LAST are being waited for."
  (pcase paginator--asked
    (`(,start . ,count) (and (<= start first) (< last (+ start count))))))

(defun paginator--want (asked)
  "Load the rows ASKED; show what is held at once, and the rest when it is there."
  (setq paginator--asked asked)
  (force-mode-line-update)
  (paginator--window
   asked nil
   (lambda (result)
     (if (paginator--complete-p result)
         (paginator--settle asked)
       (paginator--window asked t (lambda (_result) (paginator--settle asked)))))))

(defun paginator--complete-p (window)
  "Return non-nil if all items of WINDOW are loaded."
  (let ((start (paginator--get window :start))
        (loaded (paginator--get window :loaded)))
    (and (= 1 (length loaded))
         (= start (aref (aref loaded 0) 0))
         (= (+ start (length (paginator--get window :items))) (aref (aref loaded 0) 1)))))

(defun paginator--settle (asked)
  "Note that ASKED is answered, and look whether more is visible by now."
  (when (eq asked paginator--asked)
    (setq paginator--asked nil)
    (force-mode-line-update)
    (paginator--look asked)))

(defun paginator--window (range load done)
  "Ask for the items of RANGE, show them and call DONE with the window.
LOAD non-nil means that what is missing is loaded and waited for."
  (paginator--ask
   :paginator/items
   (let ((flag (if load t :json-false)))
     (list :start (car range) :count (cdr range) :load flag :wait flag))
   (lambda (result failure)
     (if failure
         (progn
           (when (eq range paginator--asked) (setq paginator--asked nil))
           (paginator--window-failed failure))
       (paginator--take result (cdr range))
       (funcall done result)))))

(defun paginator--take (window asked)
  "Show WINDOW, the answer to a request for ASKED items."
  (let* ((start (paginator--get window :start))
         (items (paginator--get window :items))
         (state (paginator--get window :state))
         (loaded (append (paginator--get window :loaded) nil))
         (first (and loaded (- (aref (car loaded) 0) start)))
         (shown (and first (append (seq-subseq items first (- (aref (car loaded) 1) start)) nil))))
    (setq paginator--state state
          paginator--lone nil
          paginator--count (paginator--get window :count)
          ;; A window that was cut tells of the end by its count, also where it starts behind it.
          ;; The end stays known until the list grows.
          paginator--end (and (or (< (length items) asked)
                                  (eq t (paginator--get state :hasObjectCount))
                                  (eql paginator--end paginator--count))
                              paginator--count))
    ;; A list without a total only counts what is loaded: the rows of a failed page stay.
    (unless paginator--end
      (pcase-dolist (`(,_ . ,end) paginator--failures)
        (setq paginator--count (max paginator--count end))))
    (cond ((null shown))
          (paginator--columns (paginator--grow-columns shown))
          (t (setq paginator--columns (paginator--guess-columns shown))
             (paginator--draw)))
    (dolist (range loaded)
      (cl-loop for index from (aref range 0) below (aref range 1)
               do (puthash index (cons 'loaded (paginator--cells (aref items (- index start))))
                           paginator--rows)))
    (cl-loop for item across items
             for index from start
             when (and (equal item paginator--failed-mark)
                       (not (gethash index paginator--rows)))
             do (puthash index (cons 'failed paginator--failed-mark) paginator--rows))
    (paginator--resize)
    (paginator--redraw start (+ start (length items)))
    (seq-doseq (failed (paginator--get window :pages :failed))
      (paginator--page-failed (paginator--get failed :page) (paginator--get failed :error)))
    (paginator--locate)
    (force-mode-line-update)))

(defun paginator--window-failed (failure)
  "Show FAILURE, the answer to a request for a window."
  (if (eql (paginator--get failure :code) 1007)
      (progn (setq paginator--end (paginator--get failure :data :count))
             (paginator--resize))
    (paginator--failed failure)))

(defun paginator--page-failed (page failure)
  "Show FAILURE in the first row of PAGE; RET in any of its rows is another try."
  (if (and page (= 0 paginator--count) (null paginator--columns))
      (progn
        (setq paginator--lone t)
        (puthash 0 (cons 'failed (paginator--row-text failure)) paginator--rows)
        (paginator--resize)
        (paginator--redraw 0 1))
    (when page
      (paginator--ask
       :paginator/indexesForPage (list :page page)
       (lambda (range _failure)
         (when range (paginator--rows-failed page range failure)))))))

(defun paginator--rows-failed (page range failure)
  "Show FAILURE in the rows RANGE of PAGE: all of it in the first."
  (let ((start (paginator--get range :start)) (end (paginator--get range :end)))
    (setf (alist-get page paginator--failures) end)
    (cl-loop for index from start below end
             unless (eq 'loaded (car (gethash index paginator--rows)))
             do (puthash index (cons 'failed (if (= index start)
                                                 (paginator--row-text failure)
                                               paginator--failed-mark))
                         paginator--rows))
    (setq paginator--count (max paginator--count end))
    (paginator--resize)
    (paginator--redraw start end)))

(defun paginator--row-text (failure)
  "Return FAILURE as a row of the table, with how to sign in where that is missing."
  (concat (paginator--failure-text failure)
          (when (eql 401 (paginator--get failure :data :status))
            "  Sign in with M-x paginator-sign-in")))

(defun paginator--failed (failure)
  "Show FAILURE, the error of a request."
  (when-let* ((state (paginator--get failure :data :state))) (setq paginator--state state))
  (when (<= 1100 (or (paginator--get failure :code) 0) 1299)
    (paginator--page-failed (paginator--get failure :data :page) failure))
  (let ((reason (paginator--get failure :data :endReason :kind)))
    (message "%s%s" (paginator--row-text failure) (if reason (format " (%s)" reason) "")))
  (force-mode-line-update))

(defun paginator--told (method params)
  "Take the notification METHOD with PARAMS about this buffer's paginator."
  (pcase method
    ('paginator/willRetry
     (paginator--say (format "page %s again in %.1f s: %s" (paginator--get params :page)
                             (paginator--get params :delaySeconds)
                             (paginator--get params :reason))))
    ('paginator/didFailPage (paginator--say nil))
    ('paginator/didLoadPage
     (paginator--say nil)
     (paginator--page-came (paginator--get params :start) (paginator--get params :count))
     (if-let* ((asked paginator--asked))
         (paginator--ask :paginator/items
                         (list :start (car asked) :count (cdr asked) :load :json-false)
                         (lambda (result _failure)
                           (when result (paginator--take result (cdr asked)))))
       (unless paginator--cancelled (paginator--look-soon))))))

(defun paginator--page-came (start count)
  "Forget what a page of COUNT items from START, which has come, has changed.
Its rows have not failed any more, and what is behind a page of an
unexpected size has moved."
  (setq paginator--lone nil
        paginator--failures (seq-remove (lambda (entry) (eql (cdr entry) (+ start count)))
                                        paginator--failures))
  (let ((end (+ start count))
        (moved (not (eql count (paginator--get paginator--state :perPage)))))
    (maphash (lambda (index row)
               (when (if (>= index end) moved (and (>= index start) (eq 'failed (car row))))
                 (remhash index paginator--rows)))
             paginator--rows)))

;; Pages

(defun paginator--locate ()
  "Find out which page the item at point is on."
  (let ((index (or (paginator--index-at) (and (> paginator--shown 0) (1- paginator--shown)))))
    (when (and index (or (null paginator--page) (not (eql index paginator--index))))
      (setq paginator--index index)
      (paginator--ask :paginator/pageForIndex (list :index index)
                      (lambda (result _failure)
                        (when result
                          (setq paginator--page (paginator--get result :page))
                          (force-mode-line-update)))))))

(defun paginator--load (method params done &optional missing)
  "Load a page by METHOD with PARAMS, and call DONE with the result or nil.
MISSING is what is said where the API has no such page."
  (paginator--say "loading a page")
  (paginator--ask
   method params
   (lambda (result failure)
     (paginator--say nil)
     (cond ((null failure) (setq paginator--state (paginator--get result :state)))
           ((and missing (eql paginator--no-such-page (paginator--get failure :code)))
            (message "%s" missing))
           (t (paginator--failed failure)))
     (funcall done result))))

(defun paginator--arrive (result)
  "Go to the page that has been loaded with RESULT, or say that there is none."
  (let ((reason (paginator--get result :state :endReason :kind)))
    (cond ((null result))
          ((and reason (= 0 (length (paginator--get result :items))))
           (message "There is no next page (%s)" reason))
          (t (paginator--go-to (or (paginator--get result :state :offset) 0))))))

(defun paginator--go-to (index)
  "Move to the row at INDEX in all windows that show this buffer."
  (when (>= index paginator--rows-limit)
    (user-error "A table has at most %d rows" paginator--rows-limit))
  (setq paginator--count (max paginator--count (1+ index))
        paginator--index index
        paginator--page nil)
  (paginator--resize)
  (goto-char (point-min))
  (forward-line (min index (1- paginator--shown)))
  (dolist (window (get-buffer-window-list (current-buffer) nil t))
    (set-window-point window (point))
    (set-window-start window (point)))
  (paginator--look))

(defun paginator--turn (step method)
  "Load the page STEP pages after the one at point, by METHOD where that serves."
  (paginator--need)
  (paginator--ask
   :paginator/pageForIndex (list :index (or (paginator--index-at) (max 0 (1- paginator--shown))))
   (lambda (result failure)
     (let ((page (paginator--get result :page)))
       (if (or failure (eql page (paginator--get paginator--state :currentPage)))
           (paginator--load method nil #'paginator--arrive)
         (paginator--load :paginator/loadPage (list :page (+ page step)) #'paginator--arrive
                          (format "There is no %s page" (if (> step 0) "next" "previous"))))))))

(defun paginator--need ()
  "Signal an error if this buffer's server is gone."
  (unless paginator--id (user-error "%s" (paginator--get (paginator--gone) :message))))

(defun paginator-next-page ()
  "Load the page after the one at point and go there."
  (interactive nil paginator-mode)
  (paginator--turn 1 :paginator/loadNextPage))

(defun paginator-previous-page ()
  "Load the page before the one at point and go there."
  (interactive nil paginator-mode)
  (paginator--turn -1 :paginator/loadPreviousPage))

(defun paginator-go-to-page (page)
  "Load PAGE, a number as the API counts, and go there."
  (interactive "nPage: " paginator-mode)
  (paginator--need)
  (paginator--load :paginator/loadPage (list :page page) #'paginator--arrive))

(defun paginator-cancel ()
  "Give up everything that is being loaded."
  (interactive nil paginator-mode)
  (paginator--need)
  (setq paginator--cancelled t)
  (paginator--ask :paginator/cancel nil
                  (lambda (state _failure)
                    (when state (setq paginator--state state))
                    (setq paginator--asked nil)
                    (paginator--say nil)
                    (message "Nothing is being loaded any more"))))

(defun paginator-refresh ()
  "Load the held pages again; start the server again if it has ended."
  (interactive nil paginator-mode)
  (if (null paginator--id)
      (paginator--begin (paginator--open-on-server paginator--opened))
    (paginator--say "refreshing")
    (paginator--ask
     :paginator/refresh nil
     (lambda (result failure)
       (paginator--say nil)
       (if failure
           (paginator--failed failure)
         (let ((pages (append (paginator--get result :pages) nil)))
           (message "%d of %d pages have changed"
                    (seq-count (lambda (page) (eq t (paginator--get page :changed))) pages)
                    (length pages))
           (dolist (page pages)
             (when-let* ((failure (paginator--get page :error))) (paginator--failed failure))))
         (clrhash paginator--rows)
         (setq paginator--asked nil paginator--failures nil paginator--lone nil)
         (paginator--look))))))

;; Items

(defun paginator-show-item ()
  "Show the item at point as JSON; where its page has failed, load it again."
  (interactive nil paginator-mode)
  (paginator--need)
  (let ((index (or (paginator--index-at) (user-error "There is no item here"))))
    (if (eq 'failed (car (gethash index paginator--rows)))
        (progn
          (maphash (lambda (key row) (when (eq 'failed (car row)) (remhash key paginator--rows)))
                   paginator--rows)
          (setq paginator--failures nil paginator--lone nil)
          (paginator--look))
      (paginator--ask
       :paginator/items (list :start index :count 1 :wait t)
       (lambda (result failure)
         (let ((failure (or failure
                            (let ((failed (paginator--get result :pages :failed)))
                              (and (> (length failed) 0)
                                   (paginator--get (aref failed 0) :error))))))
           (if failure
               (paginator--failed failure)
             (paginator--show-json (format "*paginator item %d*" (1+ index))
                                   (aref (paginator--get result :items) 0)))))))))

(defun paginator-help ()
  "Show the keys of a collection."
  (interactive nil paginator-mode)
  (with-help-window (help-buffer)
    (princ (documentation 'paginator-mode))))

(defun paginator-show-state ()
  "Show all that is known of the paginator, as JSON."
  (interactive nil paginator-mode)
  (paginator--need)
  (paginator--ask :paginator/state nil
                  (lambda (state _failure)
                    (when state (paginator--show-json "*paginator state*" state)))))

(define-derived-mode paginator-json-mode special-mode "Paginator JSON"
  "Major mode for an item as JSON.")

(defun paginator--show-json (name value)
  "Show VALUE as JSON in a buffer called NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (paginator--json value "") "\n")
      (goto-char (point-min)))
    (paginator-json-mode)
    (pop-to-buffer (current-buffer))))

;; The walk

(defun paginator--token (function)
  "Return a new progress token that leads to FUNCTION."
  (let ((token (format "emacs-%d" (cl-incf paginator--tokens))))
    (push (cons token function) paginator--progress)
    token))

(defun paginator-walk ()
  "Walk through all pages into a buffer with one item as JSON in each line."
  (interactive nil paginator-mode)
  (paginator--need)
  (let* ((state (paginator--open-on-server paginator--opened))
         (id (paginator--get state :paginatorId))
         (buffer (generate-new-buffer (format "%s all items" (buffer-name))))
         (pages (paginator--token
                 (lambda (value)
                   (when (buffer-live-p buffer)
                     (paginator--add-lines buffer (paginator--get value :items))))))
         (work (paginator--token
                (lambda (value)
                  (when-let* ((text (paginator--get value :message)))
                    (message "Walking: %s" text))))))
    (with-current-buffer buffer
      (paginator-json-mode)
      (add-hook 'kill-buffer-hook
                (lambda ()
                  (paginator-request :paginator/close (list :paginatorId id) #'ignore))
                nil t))
    (pop-to-buffer buffer)
    (paginator-request
     :paginator/loadAll (list :paginatorId id :partialResultToken pages :workDoneToken work)
     (lambda (result failure)
       (setq paginator--progress
             (assoc-delete-all work (assoc-delete-all pages paginator--progress)))
       (paginator-request :paginator/close (list :paginatorId id) #'ignore)
       (paginator--stop-if-unused)
       (if failure
           (message "The walk was given up: %s" (paginator--failure-text failure))
         (message "%d items in %d pages, %s (%s)" (paginator--get result :itemCount)
                  (paginator--get result :pages) (paginator--get result :verdict)
                  (paginator--walk-end result)))))
    buffer))

(defun paginator--walk-end (summary)
  "Return why a walk with SUMMARY ended: what failed, or the kind of the end."
  (let ((failure (paginator--get summary :state :error)))
    (if (and failure (member (paginator--get summary :verdict) '("partial" "failed")))
        (paginator--failure-text failure)
      (paginator--get summary :endReason :kind))))

(defun paginator--add-lines (buffer items)
  "Add ITEMS to BUFFER, each as a line of JSON."
  (with-current-buffer buffer
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (seq-doseq (item items) (insert (paginator--json item) "\n"))))))

(provide 'paginator)
;;; paginator.el ends here
