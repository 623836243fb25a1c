import type { SyntheticEvent } from "react";

/** For a form's onSubmit: a second press while the first is on its way does nothing, so what it makes is made once. */
export function pressedOnce(pending: boolean) {
  return (event: SyntheticEvent) => {
    if (pending) event.preventDefault();
  };
}
