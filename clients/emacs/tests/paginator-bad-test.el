;;; paginator-bad-test.el --- Tests with bad input  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Messages about a program that is missing or broken, and about bad arguments; no
;; process is left behind.  README.md says how to run these.

;;; Code:

(require 'paginator-test)

(defun paginator-test-with-program (script function)
  "Call FUNCTION while `paginator-executable' is SCRIPT, lines for sh.
Return the message of its error; the process must be gone then."
  (let* ((directory (make-temp-file "paginator-test" t))
         (program (expand-file-name "server" directory))
         (pid-file (expand-file-name "pid" directory))
         (paginator-executable program))
    (unwind-protect
        (progn
          (with-temp-file program
            (insert "#!/bin/sh\necho $$ >" pid-file "\n" script "\n"))
          (set-file-modes program #o700)
          (prog1 (paginator-test-failure function)
            (let ((pid (with-temp-buffer
                         (insert-file-contents pid-file)
                         (string-to-number (buffer-string)))))
              (should (> pid 1))
              (paginator-test-wait "the process has ended"
                                   (lambda () (paginator-test-gone-p pid))))
            (should-not (paginator--running-p))
            (should-not (seq-filter (lambda (process)
                                      (string-prefix-p "paginator" (process-name process)))
                                    (process-list)))))
      (delete-directory directory t))))

(defun paginator-test-open ()
  "Open something."
  (paginator-open "http://127.0.0.1:9/" '(:itemsPath "a")))

(defun paginator-test-message (body)
  "Return sh commands that write BODY as a message of the protocol."
  (format "printf 'Content-Length: %d\\r\\n\\r\\n%%s' '%s'" (string-bytes body) body))

(defconst paginator-test-reads "while read -r _; do :; done"
  "Line for sh that reads to the end of input.
It keeps standard output open, as Emacs 28 may wait for ever for a process
that has closed it and lives on.")

(ert-deftest paginator-bad-executable-missing ()
  (let ((paginator-executable "/does/not/exist"))
    (should (string-match-p "/does/not/exist is no program.*`paginator-executable' must name"
                            (paginator-test-failure #'paginator-test-open))))
  (let ((paginator-executable nil)
        (process-environment (cons "PAGINATOR=/neither" process-environment)))
    (should (string-match-p "/neither is no program.*\\$PAGINATOR"
                            (paginator-test-failure #'paginator-test-open))))
  (let ((paginator-executable nil) (exec-path nil)
        (process-environment (cons "PAGINATOR" process-environment)))
    (should (string-match-p "not in PATH: install it"
                            (paginator-test-failure #'paginator-test-open))))
  (should-not paginator--connection))

(ert-deftest paginator-bad-protocol-version ()
  (should (string-match-p
           "speaks version 2.0 of the protocol, and this client 1.x: update"
           (paginator-test-with-program
            (concat (paginator-test-message
                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2.0\"}}")
                    "\n" paginator-test-reads)
            #'paginator-test-open))))

(ert-deftest paginator-bad-crash-at-once ()
  (should (string-match-p
           "has ended with status 7 (no library): press g"
           (paginator-test-with-program "echo no library >&2; exit 7" #'paginator-test-open))))

(ert-deftest paginator-bad-crash-in-the-middle ()
  (should (string-match-p
           "has ended with status 3"
           (paginator-test-with-program
            (concat (paginator-test-message
                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"1.0\"}}")
                    "\nfor line in 1 2 3 4 5 6; do read -r _; done\nexit 3")
            #'paginator-test-open))))

(ert-deftest paginator-bad-garbage ()
  (should (string-match-p
           "wrote \"Welcome to paginator!\", which is no message"
           (paginator-test-with-program (concat "echo 'Welcome to paginator!'\n" paginator-test-reads)
                                        #'paginator-test-open))))

(ert-deftest paginator-bad-garbage-in-the-middle ()
  (should (string-match-p
           "wrote \"debug: here\""
           (paginator-test-with-program
            (concat (paginator-test-message
                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"1.0\"}}")
                    "\nfor line in 1 2 3 4 5 6; do read -r _; done\n"
                    "echo 'debug: here'\n" paginator-test-reads)
            #'paginator-test-open))))

(ert-deftest paginator-bad-never-answers ()
  (let ((paginator-start-seconds 0.2))
    (should (string-match-p
             "gave no answer to initialize within 0.2 seconds"
             (paginator-test-with-program paginator-test-reads #'paginator-test-open)))))

(ert-deftest paginator-bad-url-without-scheme ()
  (should (string-match-p "http:// or https://.*such as https://"
                          (paginator-test-failure
                           (lambda () (paginator-open "example.com/articles")))))
  (should-not (paginator--running-p)))

(ert-deftest paginator-bad-profile ()
  (should (string-match-p "name of a profile.*completes their names"
                          (paginator-test-failure (lambda () (paginator-open "githbu")))))
  (should-not (paginator--running-p)))

(provide 'paginator-bad-test)
;;; paginator-bad-test.el ends here
