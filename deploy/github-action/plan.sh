#!/usr/bin/env bash
# Plans the configuration of BASE and that of the working folder, and comments the difference on PULL_REQUEST.
# Ends with the exit code of the second plan; an incomplete one (3) is told in the comment, and is no failure.
set -euo pipefail
: "${CONFIG:?}" "${HOLYSTONE:?}" "${BASE:?needs a workflow on: pull_request}" "${PULL_REQUEST:?}" "${GITHUB_REPOSITORY:?}"
read -ra program <<<"$HOLYSTONE"
# Words in quotes stay together; nothing is expanded or run.
mapfile -d '' -t more < <(xargs -r printf '%s\0' <<<"${ARGUMENTS:-}")
folder=$(mktemp -d)
trap 'git worktree remove --force "$folder/base" 2>/dev/null || true; rm -rf "$folder"' EXIT

# plan FOLDER FILE OPTIONS…: writes the plan to FILE; as above, 3 is no failure.
plan() {
  local folder=$1 file=$2 code=0
  shift 2
  (cd "$folder" && "${program[@]}" plan --config "$CONFIG" ${more[@]+"${more[@]}"} "$@") >"$file" 2>"$file.errors" || code=$?
  [ "$code" -eq 3 ] && return 0
  return "$code"
}

git cat-file -e "$BASE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$BASE"
git worktree add --quiet --detach "$folder/base" "$BASE"
status=0
if [ ! -f "$folder/base/$CONFIG" ]; then
  said="\`$CONFIG\` is new: this is its whole plan."
  plan . "$folder/plan" || status=$?
elif plan "$folder/base" "$folder/base.json" --output json; then
  said="What the plan of \`$CONFIG\` changes against the base branch; both were planned now."
  plan . "$folder/plan" --diff "$folder/base.json" || status=$?
else
  said="The configuration of the base branch could not be planned: this is the whole plan."
  plan . "$folder/plan" || status=$?
fi
if [ "$status" -ne 0 ]; then
  said="\`$CONFIG\` could not be planned."
  cp "$folder/plan.errors" "$folder/plan"
fi

# A comment has at most 65,536 characters. The fence is longer than any in the text.
limit=60000
marker="<!-- holystone plan $CONFIG -->"
{
  printf '%s\n### Holystone\n\n%s\n\n``````text\n' "$marker" "$said"
  head -c "$limit" "$folder/plan" | sed 's/``````/` ` ` ` ` `/g'
  printf '\n``````\n'
  [ "$(wc -c <"$folder/plan")" -le "$limit" ] || printf '\nThe rest is in the log of this job.\n'
} >"$folder/comment.md"
cat "$folder/plan"

comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
before=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | tail -n 1)
if [ -n "$before" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$before" --field "body=@$folder/comment.md"
else
  gh api --silent "$comments" --field "body=@$folder/comment.md"
fi
exit "$status"
