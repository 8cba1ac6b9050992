;;; paginator-secrets.el --- Secrets for APIs  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Which secret opens an API, and in which form it is sent.

;;; Code:

(require 'auth-source)
(require 'subr-x)
(require 'url-parse)
(require 'paginator-json)

(defvar paginator--secrets nil "Alist from origin to what `paginator-sign-in' was told.")

(defun paginator--stored-secret (origin pair)
  "Return what is known of ORIGIN: what was typed, else what `auth-sources' have.
That is the password; with PAIR the user, a colon and the password."
  (or (alist-get origin paginator--secrets nil nil #'equal)
      (when-let* ((host (url-host (url-generic-parse-url origin)))
                  (entry (car (auth-source-search :host host :max 1)))
                  (secret (plist-get entry :secret))
                  (text (if (functionp secret) (funcall secret) secret)))
        (if-let* ((user (and pair (plist-get entry :user))))
            (concat user ":" text)
          text))))

(defun paginator-stored-credentials (origin challenge)
  "Return a plist of headers for ORIGIN, whose answer 401 had CHALLENGE, or nil.
It is made of what `paginator-sign-in' was told, or of what `auth-sources'
have for the host: a token, or a user and a password where CHALLENGE asks
for Basic."
  (when-let* ((secret (paginator--stored-secret origin (paginator--basic-p challenge))))
    (paginator--headers secret challenge)))

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
  (when-let* ((secret (paginator--stored-secret origin (paginator--pair-p authentication))))
    (paginator--token-or-auth secret authentication)))

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

(provide 'paginator-secrets)
;;; paginator-secrets.el ends here
