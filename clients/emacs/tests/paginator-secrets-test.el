;;; paginator-secrets-test.el --- Tests of secrets  -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Where a secret comes from, and how the API gets it.

;;; Code:

(require 'paginator-test)

(ert-deftest paginator-secrets-become-headers ()
  (should (equal (paginator--headers "1234" nil) '(:Authorization "Bearer 1234")))
  (should (equal (paginator--headers "me:1" "Basic realm=x") '(:Authorization "Basic bWU6MQ==")))
  (should (equal (paginator--headers "X-Key: 1" nil) '(:X-Key "1")))
  (should (equal (paginator--headers "token 1" nil) '(:Authorization "token 1"))))

(ert-deftest paginator-auth-sources-are-looked-at ()
  (let* ((file (make-temp-file "paginator" nil ".authinfo"
                               "machine 127.0.0.1 login me password sesame\n"))
         (auth-sources (list file)) (auth-source-do-cache nil) (paginator--secrets nil))
    (unwind-protect
        (progn
          (should (equal (paginator-stored-credentials "http://127.0.0.1:80" nil)
                         '(:Authorization "Bearer sesame")))
          (should-not (paginator-stored-credentials "http://other.example" nil))
          (push '("http://127.0.0.1:80" . "typed") paginator--secrets)
          (should (equal (paginator-stored-credentials "http://127.0.0.1:80" nil)
                         '(:Authorization "Bearer typed"))))
      (delete-file file))))

(ert-deftest paginator-supplies-credentials ()
  (let ((paginator-credentials-function
         (lambda (origin challenge)
           (and (string-prefix-p "http://127.0.0.1:" origin) (stringp challenge)
                '(:Authorization "Bearer sesame")))))
    (paginator-test-with "/page?page=:currentPage&per_page=:perPage&items=5&auth=sesame"
        paginator-test-pages
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(ert-deftest paginator-tokens-come-from-auth-sources ()
  (let* ((file (make-temp-file "paginator" nil ".authinfo"
                               "machine 127.0.0.1 login me password sesame\n"))
         (auth-sources (list file)) (auth-source-do-cache nil) (paginator--secrets nil)
         (origin "http://127.0.0.1:80"))
    (unwind-protect
        (progn
          (should (equal (paginator-stored-token origin '(:type "bearer")) "sesame"))
          (should (equal (paginator-stored-token origin '(:type "basic" :format "mail:token"))
                         "me:sesame"))
          (should (equal (paginator-stored-token origin '(:type "awsSigV4"))
                         '(:type "awsSigV4" :accessKeyId "me" :secretAccessKey "sesame")))
          (should-not (paginator-stored-token "http://other.example" '(:type "bearer"))))
      (delete-file file))))

(ert-deftest paginator-sends-a-token-as-the-profile-says ()
  (let ((paginator-token-function
         (lambda (_origin authentication)
           (and (equal (plist-get authentication :name) "PRIVATE-TOKEN") "sesame")))
        (gitlab '(:profile "gitlab")))
    (paginator-test-with "/header?items=5&auth=header:PRIVATE-TOKEN:sesame" gitlab
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(ert-deftest paginator-says-how-to-sign-in ()
  (paginator-test-with (paginator-test-session
                        "/page?page=:currentPage&per_page=:perPage&items=5&auth=sesame")
      paginator-test-pages
    (paginator-test-wait "it says so"
                         (lambda () (string-match-p "M-x paginator-sign-in" (paginator-test-line 0))))
    (should (= 1 paginator--shown))))

(ert-deftest paginator-signing-in-opens-a-profile ()
  (let ((paginator--secrets nil) (auth-sources nil))
    (paginator-test-with "/header?items=5&auth=header:PRIVATE-TOKEN:sesame"
        '(:profile "gitlab")
      (paginator-test-wait "it is refused" (lambda () paginator--ready))
      (let ((prompt (paginator--secret-prompt "http://h" (paginator--profile paginator--opened))))
        (should (string-match-p "PRIVATE-TOKEN; see https://docs.gitlab.com/" prompt)))
      ;; In a table nothing but the secret is asked for.
      (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (error "Asked for more")))
                ((symbol-function 'read-passwd) (lambda (&rest _) "sesame")))
        (call-interactively #'paginator-sign-in))
      (paginator-test-wait "it is let in"
                           (lambda () (string-prefix-p "1 " (paginator-test-line 0)))))))

(provide 'paginator-secrets-test)
;;; paginator-secrets-test.el ends here
