/**
 * A text of somebody else's as a terminal may show it: its control characters could clear the screen, write what was not
 * said, or set the title of the window. Line breaks stay, everything else of that kind is a question mark.
 */
export function plain(text) {
  return text.replaceAll("\r\n", "\n").replace(/[^\P{C}\n\t]/gu, "?");
}
