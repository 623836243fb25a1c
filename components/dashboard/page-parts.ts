import { listenToCounter, showCounter } from "./counter";
import { listenToPreviews, showTypedBeside } from "./link-preview";
import { listenToLines, showPaper } from "./paper-lines";
import { showPasskey } from "./passkey";
import { listenToPush, showPush } from "./push";

// What few pages need: a script of its own, so that the others do not load it. first-script.ts loads it where it finds one of
// them, and says each time that a page is shown.

function showParts(): void {
  showCounter();
  showPaper();
  showPasskey();
  showPush();
  showTypedBeside();
}

listenToCounter();
listenToLines();
listenToPreviews();
listenToPush();
document.addEventListener("page-shown", showParts);
showParts();
