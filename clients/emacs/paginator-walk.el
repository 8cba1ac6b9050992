;;; paginator-walk.el --- All items of a collection  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How all pages come into a buffer, one item as JSON in each line.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'paginator-item)
(require 'paginator-json)
(require 'paginator-opening)
(require 'paginator-rpc)
(require 'paginator-table)

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
  "Return why a walk with SUMMARY ended: what failed or is in doubt, or the end."
  (let* ((failure (paginator--get summary :state :error))
         (verdict (paginator--get summary :verdict))
         (doubts (paginator--warnings (paginator--get summary :state))))
    (cond ((and failure (member verdict '("partial" "failed"))) (paginator--failure-text failure))
          ((and doubts (equal verdict "suspect")) (string-join doubts " "))
          (t (paginator--get summary :endReason :kind)))))

(defun paginator--add-lines (buffer items)
  "Add ITEMS to BUFFER, each as a line of JSON."
  (with-current-buffer buffer
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (seq-doseq (item items) (insert (paginator--json item) "\n"))))))

(provide 'paginator-walk)
;;; paginator-walk.el ends here
