;;; paginator-rpc.el --- The server and its requests  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How the program "paginator" is started, asked and ended.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'seq)
(require 'subr-x)
(require 'paginator-json)
(require 'paginator-settings)

(defconst paginator-protocol-major "1"
  "The major version of the protocol that this client speaks.")

(defconst paginator--gone-code -1
  "The code that jsonrpc.el gives to the error of a server that has ended.")

(defconst paginator--stop-seconds 2
  "How long a server may take to end by itself.")

(defconst paginator--drain-seconds 0.5
  "How long the last words of a server that has ended are waited for.")

(defconst paginator--said-max 1024
  "How much is kept of what a server writes to standard error.")

(defconst paginator--log-characters-max 1000000
  "How many characters of the server's log are kept, the latest ones.")

(define-error 'paginator-error "Paginator" 'user-error)

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

;;; The server

(defvar paginator--connection nil "The connection to the server, or nil.")
(defvar paginator--process nil "The server's process, or nil.")
(defvar paginator--stderr nil "The process that takes the server's standard error, or nil.")
(defvar paginator--said "" "The beginning of what the server wrote to standard error.")
(defvar paginator--ended nil "Why the server that ran last has ended, or nil.")
(defvar paginator--buffers nil "Alist from paginatorId to the buffer that shows it.")
(defvar paginator--progress nil "Alist from progress token to function.")
(defvar paginator--tokens 0 "How many progress tokens were made.")
(defvar paginator--notification-functions nil
  "Functions of a buffer that take the method and the params of a notification.")
(defvar paginator--end-hook nil "Functions of a buffer for the end of the server.")

(defun paginator--executable ()
  "Return the path of the server's program, or signal how to get it."
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
        (with-current-buffer (cdr entry) (run-hooks 'paginator--end-hook))))))

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

(defun paginator--stop-if-unused ()
  "End the server where no buffer and no walk needs it."
  (unless (or paginator--progress
              (seq-some (lambda (entry) (buffer-live-p (cdr entry))) paginator--buffers))
    (paginator-stop)))

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

;;; Messages that the server sends by itself

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
          (with-current-buffer buffer
            (run-hook-with-args 'paginator--notification-functions method params)))))))

(defun paginator--requested (_connection method params)
  "Answer the request METHOD with PARAMS of the server."
  (if (and (eq method 'paginator/credentials) paginator-credentials-function)
      (when-let* ((headers (funcall paginator-credentials-function
                                   (paginator--get params :origin)
                                   (paginator--get params :challenge))))
        (list :headers headers))
    (jsonrpc-error :code -32601 :message (format "%s is not supported" method))))

(defun paginator--token (function)
  "Return a new progress token that leads to FUNCTION."
  (let ((token (format "emacs-%d" (cl-incf paginator--tokens))))
    (push (cons token function) paginator--progress)
    token))

(provide 'paginator-rpc)
;;; paginator-rpc.el ends here
