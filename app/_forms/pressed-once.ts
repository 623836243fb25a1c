import type { SyntheticEvent } from "react";

/** For a form's onSubmit: a second press during the first request does nothing, so that nothing is created twice. */
export function pressedOnce(pending: boolean) {
  return (event: SyntheticEvent) => {
    if (pending) event.preventDefault();
  };
}
