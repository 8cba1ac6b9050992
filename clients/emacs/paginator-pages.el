;;; paginator-pages.el --- Commands for pages  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands that load the next page, the one before, any, or all that are held.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'paginator-json)
(require 'paginator-loading)
(require 'paginator-opening)
(require 'paginator-rpc)
(require 'paginator-table)

(defconst paginator--no-such-page 1005
  "The code of the error about a page beyond the first or the last.")

(defconst paginator--no-next-page 1003
  "The code of the error about a page after the last one.")

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
                     ;; A URL that names a later page is shown from there.
                     (let ((start (or (paginator--get result :state :offset) 0)))
                       (cond ((> start 0) (paginator--go-to start))
                             (result (paginator--look)))))))

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
            (message "%s%s" missing (paginator--doubt)))
           ((and (eql paginator--no-next-page (paginator--get failure :code))
                 (paginator--warnings paginator--state "undetected"))
            (message "There is no next page%s" (paginator--doubt)))
           (t (paginator--failed failure)))
     (funcall done result))))

(defun paginator--arrive (result)
  "Go to the page that has been loaded with RESULT, or say that there is none."
  (let ((reason (paginator--get result :state :endReason :kind)))
    (cond ((null result))
          ((and reason (= 0 (length (paginator--get result :items))))
           (message "There is no next page (%s)%s" reason (paginator--doubt)))
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
  (setq paginator--cancelled t paginator--asked nil)
  (paginator--redraw-missing)
  (paginator--ask :paginator/cancel nil
                  (lambda (state _failure)
                    (when state (setq paginator--state state))
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

(provide 'paginator-pages)
;;; paginator-pages.el ends here
