/**
 * As `matchAll`, without a copy of the expression for each text: that would be most of the time of short ones.
 * @param expression with the flag `g`; nothing else uses it meanwhile
 */
export function forEachMatch(expression: RegExp, text: string, use: (match: RegExpExecArray) => void): void {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) use(match);
}
