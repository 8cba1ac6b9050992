;;; paginator-loading.el --- What is visible is loaded  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Which rows are asked for as the user scrolls, and what becomes of the answers.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'seq)
(require 'subr-x)
(require 'paginator-columns)
(require 'paginator-json)
(require 'paginator-opening)
(require 'paginator-rpc)
(require 'paginator-table)

(defun paginator--scrolled (&rest _)
  "Look soon at what is visible in the buffers of this frame's windows."
  (dolist (window (window-list))
    (with-current-buffer (window-buffer window)
      (when (derived-mode-p 'paginator-mode) (paginator--moved)))))

(defun paginator--moved ()
  "Look soon at what is visible, since the user has moved."
  (unless (eq this-command 'paginator-cancel)
    (when paginator--cancelled
      (setq paginator--cancelled nil)
      (paginator--redraw-missing))
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
     (cond ((paginator--complete-p result) (paginator--settle asked))
           ;; A load that was cancelled in between is not requested.
           ((not paginator--cancelled)
            (paginator--window asked t (lambda (_result) (paginator--settle asked))))))))

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
                                  (eql paginator--end paginator--count)
                                  (paginator--get state :endReason))
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
     (paginator--say (format "page %s%s in %.1f s: %s" (paginator--get params :page)
                             (if (> (paginator--get params :attempt) 1) " again" "")
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

(defun paginator--bereaved ()
  "Show that the server has ended."
  (setq paginator--id nil paginator--asked nil)
  (paginator--say "the server has ended: g starts it again"))

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

(provide 'paginator-loading)
;;; paginator-loading.el ends here
