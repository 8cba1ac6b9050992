;;; paginator-opening.el --- What is opened on the server  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Which params open a collection, and what to do where they are refused.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'paginator-json)
(require 'paginator-rpc)
(require 'paginator-settings)

(defconst paginator--failed-mark "failed"
  "The placeholder in a window for an item whose page has failed.")

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

;; A server that was started again would give the ids of its own once more.
(defvar paginator--ids 0 "How many ids of paginators were made.")

(defun paginator--open-on-server (params)
  "Open a paginator with PARAMS and return its state, or signal what to do."
  (condition-case failure
      (progn
        (paginator--connect)
        (paginator-call :paginator/open
                        (append (list :paginatorId (format "emacs-%d" (cl-incf paginator--ids)))
                                (paginator--wire-params
                                 (append (paginator--credentials params) params)))
                        paginator-start-seconds))
    (user-error
     (paginator--stop-if-unused)
     (user-error "%s" (paginator--refusal failure)))))

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

(provide 'paginator-opening)
;;; paginator-opening.el ends here
