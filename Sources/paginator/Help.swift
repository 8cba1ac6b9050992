/// What `paginator --help` prints.
enum Help {
  static let text = """
    Paginator pages through HTTP APIs for editors, scripts and automation.

    paginator [options]          serve JSON-RPC on standard input and output
      --stdio                    the default; accepted because editors pass it
      --framing headers|lines    how messages are framed (default: the first byte tells)
      --log-level LEVEL          off, error, warning, info or debug (default: warning)
      --log-file FILE            log there instead of to standard error
      --clientProcessId=N        end when that process has ended
      --message-bytes-max N      largest message that is accepted (default: 67108864)
    paginator fetch URL          walk through an API to its end and write the items; fetch --help
    paginator detect URL         find out how an API pages, and why; detect --help
    paginator profiles [NAME]    list the known APIs and standards, or explain one
      --json                     for scripts
    paginator demo               show it all at work against a sample API
    paginator sample-api         serve the sample API on a loopback port
      --port N                   default: any free one
      --items N                  how many items there are (default: 250)
      --latency MS               wait so long before each answer
    paginator --version          print the version
    paginator --help             print this

    """
}
