/// What `paginator fetch --help` prints.
enum FetchHelp {
  static let text = """
    paginator fetch URL [options]: walks through an API to its end and writes the items.

    What is asked
      URL                  may hold :currentPage, :perPage, :offset, :cursor; may be left out where
                           the profile or --open gives it
      --profile NAME       how a known API pages; `paginator profiles` lists them
      --open FILE          a JSON object of open params, in a file or written here; the other
                           options override it
      --header 'K: V'      a request header; may be repeated
      --header-file FILE   one header a line, # begins a comment; may be repeated
      --param K=V          a query parameter; may be repeated, also with the same name
      --per-page N         items a page
      --items PATH         key path of the list of items, "" for the root
      --map FILE           a mapping for the items there, or an object with responseDescriptors
                           and mappings
      --identity PATH      key path of what identifies an item; finds duplicates; may be repeated
      --max-pages N        end after so many pages (those of earlier, resumed runs included)
      --max-items N        end after so many items (the same)
      --concurrency N      requests at once, where the API allows it (default: 4)
    {env:NAME} in headers and parameters is replaced from the environment, so that no secret need
    be on the command line.

    What is written
      --format FORMAT      ndjson (default), json, csv or tsv. Tables flatten nested objects by key
                           path (user.name), have the columns of the first page with items, hold
                           arrays as JSON text and end lines with a line feed
      --output FILE        default: standard output. Each page is one write of whole lines; an
                           earlier file is kept until the first page has come
      --resume FILE        go on where this file says, and keep it up to date; the output is brought
                           back to what the file speaks of. Without --output, the page that was
                           being written at a crash may come twice. Once the walk has ended, running
                           it again says so and sends nothing; delete the file for a new one
      --summary            at the end, one line of JSON on standard error: {"pages", "items",
                           "duplicates", "verdict", "endReason", "seconds"}
      --quiet              no progress line; without a terminal on standard error there is none

    Exit codes
      0  complete          all items were written, and the API agrees that it was all
      1  failed            nothing came, or the output or the resume file cannot be written or used
      2  usage             the command line cannot be used
      3  capped            --max-pages or --max-items (or limits in --open) ended it
      4  suspect           duplicates, a loop, a ceiling, counts that do not add up
      5  partial           a page failed after others were written
      130  interrupted     Ctrl-C, SIGTERM or SIGHUP: whole pages were kept
      141  reader gone     standard output was closed, as by `| head`; nothing is said

    """
}
