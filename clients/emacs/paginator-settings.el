;;; paginator-settings.el --- What can be set  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The user's settings; M-x customize-group RET paginator shows them.

;;; Code:

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
\"author.login\", or a list of the names in it, such as (\"@odata.etag\"),
or a function that gets the item as a plist and returns a string.
Without :columns they are made from the first items."
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
  "The server's log level, for the buffer that `paginator-show-log' shows."
  :type '(choice (const "off") (const "error") (const "warning") (const "info") (const "debug")))

(defcustom paginator-start-seconds 10
  "How long the server may take to answer its first message."
  :type 'number)

(defcustom paginator-credentials-function 'paginator-stored-credentials
  "Function that supplies credentials for an API without a profile, or nil.
The default looks for what `paginator-sign-in' was told, and then in
`auth-sources'.  It is called with the origin of an API that answered
401 and the challenge of that answer, and returns a plist of headers, such as
\(:Authorization \"Bearer 1234\"), or nil."
  :type '(choice (const :tag "None" nil)
                 (const paginator-stored-credentials)
                 function))

(defcustom paginator-token-function 'paginator-stored-token
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

(provide 'paginator-settings)
;;; paginator-settings.el ends here
