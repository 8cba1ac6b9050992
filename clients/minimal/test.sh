#!/usr/bin/env bash
# Tests of the shell client, and of the recipes in README.md, each against what stands there.
# Needs jq, PAGINATOR (the program) and PAGINATOR_SAMPLE_API (the URL that "sample-api"
# prints). Exit code 0 or 1. An argument, a pattern, chooses among the tests by name.
cd "$(dirname "$0")" || exit 1
: "${PAGINATOR:?set it to the paginator program}"
: "${PAGINATOR_SAMPLE_API:?set it to the URL that \"sample-api\" prints}"
source ./paginate

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
export TIMEOUT=20

PAGED="$PAGINATOR_SAMPLE_API/page?page=:currentPage&per_page=:perPage"

# Fails the test with what was found, unless it is what is expected.
equal() {
  [[ $1 == "$2" ]] && return
  printf 'expected %q\nfound    %q\n' "$2" "$1"
  exit 1
}

contains() {
  [[ $1 == *"$2"* ]] && return
  printf 'expected to contain %q\nfound               %q\n' "$2" "$1"
  exit 1
}

result() { jq -c "$1" <<<"$RESULT"; }
error() { jq -r "$1" <<<"$ERROR"; }
call() { paginator_call "$1" "$(jq -c '{paginatorId: "a"} + .' <<<"${2:-{\}}")"; }
send() { paginator_send "$1" "$(jq -c '{paginatorId: "a"} + .' <<<"${2:-{\}}")"; }

# Starts a server and opens PAGED with a query added, and PARAMS.
begin() {
  paginator_start || exit 1
  call open "$(jq -nc --arg url "$PAGED$1&session=bash-$$-$RANDOM$RANDOM" \
    '{url: $url, perPage: 2, itemsPath: "articles", notifications: true,
      paginationMapping: {"pagination.total_objects": "objectCount"}} + $ARGS.named.more' \
    --argjson more "${2:-{\}}")" || { echo "$ERROR"; exit 1; }
}

# Waits until there is no process of that id.
gone() {
  local deadline=$((SECONDS + 10))
  while kill -0 "$1" 2>/dev/null; do
    ((SECONDS < deadline)) || { echo "process $1 is still there"; exit 1; }
    sleep 0.02
  done
}

conformance_open() {
  begin '&items=5'
  equal "$(result '[.paginatorId, .strategy, .loaded]')" '["a","page",false]'
  local pid=$paginator_pid
  paginator_stop
  equal "$paginator_status" 0
  gone "$pid"
}

conformance_next() {
  begin '&items=5'
  call loadNextPage
  equal "$(result '[.page, (.items | map(.id)), .state.hasNextPage]')" '[1,[1,2],true]'
  call loadNextPage
  call loadNextPage
  equal "$(result '[.page, (.items | map(.id)), .state.endReason.kind]')" '[3,[5],"totalReached"]'
  call loadNextPage
  equal "$(error .code)" 1003
}

conformance_previous() {
  begin '&items=5'
  call loadPage '{"page":3}'
  call loadPreviousPage
  equal "$(result '[.page, (.items | map(.id))]')" '[2,[3,4]]'
}

conformance_page() {
  begin '&items=50'
  call loadPage '{"page":17}'
  equal "$(result '[.page, (.items | map(.id))]')" '[17,[33,34]]'
  call loadPage '{"page":99}'
  equal "$(error .data.kind)" pageOutOfRange
}

conformance_cancel() {
  begin '&items=5&fault=stall'
  send loadNextPage
  local load=$ID
  call cancel
  equal "$(result .loading)" false
  paginator_wait "$load"
  equal "$(error .code)" 1009
}

conformance_error() {
  begin '&items=5&fault=500x1@p2' '{"fetching":{"retries":0}}'
  call loadNextPage
  call loadNextPage
  equal "$(error '"\(.code) \(.data.kind) \(.data.status) \(.data.state.currentPage)"')" \
    '1102 httpStatus 500 1'
  call loadNextPage
  equal "$(result .page)" 2
}

conformance_window() {
  begin '&items=50'
  call items '{"start":7,"count":3,"wait":true}'
  equal "$(result '[.loaded, (.items | map(.id))]')" '[[[7,10]],[8,9,10]]'
  call pageForIndex '{"index":7}'
  equal "$(result .page)" 4
}

conformance_walk_with_progress() {
  : >"$work/progress"
  paginator_notified() { printf '%s\n' "$1" >>"$work/progress"; }
  begin '&items=5'
  call loadAll '{"partialResultToken":"pages","workDoneToken":"work"}'
  equal "$(result '[.verdict, .itemCount]')" '["complete",5]'
  equal "$(jq -c 'select(.params.token == "pages").params.value | [.page, (.items | map(.id))]' \
    "$work/progress")" $'[1,[1,2]]\n[2,[3,4]]\n[3,[5]]'
  equal "$(jq -r 'select(.params.token == "work").params.value.kind' "$work/progress" | uniq |
    tr '\n' ' ')" 'begin report end '
}

conformance_server_death() {
  begin '&items=5&fault=stall'
  local pid=$paginator_pid
  send loadNextPage
  kill -9 "$pid"
  paginator_wait "$ID" 2>"$work/said"
  equal $? 2
  contains "$(<"$work/said")" 'the server has ended with status 137'
  gone "$pid"
}

prints_all_items() {
  equal "$(./paginate "$PAGED&items=5" perPage=2 itemsPath=articles | jq -c .id | tr '\n' ' ')" \
    '1 2 3 4 5 '
  equal "$(./paginate "$PAGINATOR_SAMPLE_API/cursor?limit=:perPage&items=7" perPage=3 \
    'pagination={"strategy":"cursor","next":"next_cursor","parameter":"cursor"}' \
    itemsPath=data | wc -l)" 7
}

stops_when_nobody_reads() {
  equal "$(./paginate "$PAGED" perPage=2 itemsPath=articles 2>&1 | head -n 1 | jq .id)" 1
}

# Runs the client with a program of these lines for sh; the process must be gone after.
with_program() {
  printf '#!/bin/sh\necho $$ >%s/pid\n%s\n' "$work" "$1" >"$work/program"
  chmod +x "$work/program"
  PAGINATOR="$work/program" ./paginate 'http://127.0.0.1:9/' itemsPath=a >"$work/out" 2>"$work/said"
  equal $? 1
  gone "$(<"$work/pid")"
  contains "$(<"$work/said")" "$2"
}

HELLO='printf "%s\n" '"'"'{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0"}}'"'"

bad_executable_missing() {
  contains "$(PAGINATOR=/does/not/exist ./paginate http://127.0.0.1:9/ 2>&1)" \
    '/does/not/exist is not there: install paginator, or name it in $PAGINATOR'
}

bad_protocol_version() {
  with_program "${HELLO/1.0\"/2.0\"}; exec cat >/dev/null" \
    'speaks version 2.0 of the protocol, this client 1.x: update one'
}

bad_crash_in_the_middle() {
  with_program "$HELLO; read -r line; read -r line; exit 3" 'the server has ended with status 3'
}

bad_garbage() {
  with_program 'echo "Welcome to paginator!"; exec cat >/dev/null' \
    'the server wrote "Welcome to paginator!", which is no message: is'
}

bad_never_answers() {
  TIMEOUT=0.2 with_program 'while read -r line; do :; done' 'gave no answer within 0.2 s: is'
}

bad_ignores_the_end() {
  TIMEOUT=0.2 with_program 'exec tail -f /dev/null' 'gave no answer within 0.2 s: is'
}

bad_url_without_scheme() {
  contains "$(./paginate example.com/articles 2>&1)" 'starts with http:// or https://'
}

bad_profile() {
  contains "$(./paginate githbu 2>&1)" 'Did you mean "github"?'
}

prints_help() {
  contains "$(./paginate --help)" 'paginate URL|PROFILE'
  contains "$(./paginate --wrong 2>&1)" 'unknown option --wrong'
}

prints_which_request_failed() {
  equal "$(./paginate "$PAGINATOR_SAMPLE_API/page?fault=404" 2>&1)" \
    "paginate: The API answered with status 404: The fault 404 was requested. (GET $PAGINATOR_SAMPLE_API/page?fault=404)"
}

# An error as the server sends it, and its words.
bad_words_come_once() {
  equal "$(paginator_error_text '{"message":"Status 503: wait a little...","data":{"method":"POST",
    "url":"http://a/b","status":503,"body":"wait a little..."}}')" \
    'Status 503: wait a little... (POST http://a/b)'
  equal "$(paginator_error_text '{"message":"It is late.","data":{"url":"http://a/b","status":503}}')" \
    'It is late. (http://a/b: 503)'
  equal "$(paginator_error_text '{"message":"http://a/b is no list.","data":{"method":"GET",
    "url":"http://a/b"}}')" 'http://a/b is no list.'
  equal "$(paginator_error_text '{"message":"There is no next page."}')" 'There is no next page.'
}

bad_answer_without_id() {
  printf '#!/bin/sh\nread line\n%s\n%s\n%s\n' \
    "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"1.0\"}}'" \
    "echo '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no JSON\"}}'" \
    'read line; read line' >"$work/null"
  chmod +x "$work/null"
  equal "$(PAGINATOR="$work/null" ./paginate http://127.0.0.1/ 2>&1)" 'paginate: no JSON'
}

# Each value of ../odd-values.json, and one of 1 MB, as the only item of a list; jq refuses what is
# nested too deep.
bad_values_end_nothing() {
  local number=0 name text expected found
  jq '. + [{name: "a value of 1 MB", text: ("{\"id\": 1, \"name\": \"" + "x" * 1000000 + "\"}")}]' \
    ../odd-values.json >"$work/odd.json"
  jq '{log: {entries: to_entries | map({request: {method: "GET", url: "http://odd.example/\(.key)"},
    response: {status: 200, headers: {}, content: {text: "{\"items\":[\([.value.text] | flatten | add)]}"}}})}}' \
    "$work/odd.json" >"$work/odd.har"
  while IFS=$'\t' read -r name text; do
    found=$(PAGINATOR_REPLAY="$work/odd.har" ./paginate "http://odd.example/$number" \
      itemsPath=items 'pagination={"strategy":"single"}' 2>&1)
    number=$((number + 1))
    case $name in
      '300 levels'*) contains "$found" 'paginate: The answer cannot be read. (parse error: ' ;;
      *) expected=$(jq -c . <<<"$(paginator_readable "$text")")
         equal "$found" "$expected" ;;
    esac
  done < <(jq -r '.[] | .name + "\t" + ([.text] | flatten | add)' "$work/odd.json")
  ((number > 30)) || { echo "only $number values were found"; exit 1; }
}

prints_what_is_in_doubt() {
  local url="$PAGINATOR_SAMPLE_API/page?page=1&per_page=10&items=30&fault=400@p2"
  contains "$(./paginate "$url" 2>&1 >/dev/null)" 'The fault 400 was requested'
}

# Runs the client with a query added to a list of 30 items, and compares its exit code.
bad_lists_have_an_exit_code() {
  exits() {
    ./paginate "$PAGINATOR_SAMPLE_API/page?page=1&per_page=10&items=30$1" "${@:3}" >/dev/null 2>&1
    equal "$1 $?" "$1 $2"
  }
  exits '' 0
  exits '&fault=500@p2' 1 fetching='{"retries":0}'
  exits '' 3 limits='{"itemsMax":15}'
  exits '&fault=404@p2' 4
}

# Runs what stands behind "$ " and "> " in the console blocks of README.md, and compares what comes
# out with what stands below.
recipes() {
  mkdir "$work/bin"
  ln -s "$(command -v "$PAGINATOR")" "$work/bin/paginator"
  ln -s "$PWD/paginate" "$work/bin/paginate"
  PATH="$work/bin:$PATH" API=$PAGINATOR_SAMPLE_API
  local line command='' expected='' inside='' count=0
  try() {
    [[ $command ]] || return 0
    eval "$command" >"$work/found" 2>&1 </dev/null
    [[ $(<"$work/found") == "${expected%$'\n'}" ]] || {
      printf 'the recipe\n%s\n' "$command"
      diff <(printf '%s' "$expected") "$work/found"
      exit 1
    }
    count=$((count + 1)) command='' expected=''
  }
  while IFS= read -r line; do
    case $inside$line in
      '```console') inside=' ' ;;
      ' ```') try; inside='' ;;
      ' $ '*) try; command=${line#'$ '} ;;
      ' > '*) command+=$'\n'${line#'> '} ;;
      ' '*) expected+=$line$'\n' ;;
    esac
  done <README.md
  ((count >= 10)) || { echo "only $count recipes were found"; exit 1; }
}

tests=$(declare -F | sed -nE 's/^declare -f ((conformance|prints|stops|bad)_.*|recipes)$/\1/p')
for name in $tests; do
  [[ $name == *${1:-}* ]] || continue
  if output=$("$name" 2>&1); then
    passed=$((passed + 1))
    printf 'ok      %s\n' "$name"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n%s\n' "$name" "$output"
  fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0 && passed > 0))
