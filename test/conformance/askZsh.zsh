# The lines of the arguments after the first, each as zsh completes it with Tab. The first one loads the script.
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell 'PS1= PROMPT= RPROMPT=; autoload -Uz compinit'
zpty -w shell "holystone() { printf '%s\\n' aws:test:us-east-1:image aws:test:eu-west-1:image }"
zpty -w shell "$1"
zpty -w shell 'answer() { zle complete-word; print -r -- "<<$BUFFER>>"; zle kill-whole-line }; zle -N answer; bindkey "^X" answer'
shift
for line in "$@"; do
  zpty -w -n shell "$line"$'\x18'
  zpty -r -m shell out '*<<holystone*>>*'
  print -r -- "${${out##*<<}%%>>*}"
done
zpty -d shell
