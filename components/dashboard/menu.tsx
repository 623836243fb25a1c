import type { ReactNode } from "react";

/** A list that hangs from a button. It is a `<details>`, so it opens without a script; `listenToMenus` closes it. */
export function Menu(props: {
  label: ReactNode;
  /** Of the button. */
  look: string;
  /** Where it stands, and on which side the list hangs. */
  className?: string;
  children: ReactNode;
}) {
  const { label, look, className = "", children } = props;
  return (
    <details data-menu="" className={className}>
      <summary
        className={`flex min-h-11 list-none items-center rounded-sm nav:min-h-8 [&::-webkit-details-marker]:hidden ${look}`}
      >
        {label}
      </summary>
      <div className="absolute z-20 mt-1 grid w-56 rounded-sm border border-field bg-sheet p-1.5">
        {children}
      </div>
    </details>
  );
}

export const menuLine = "flex min-h-11 w-full items-center rounded-sm px-2.5 hover:bg-sunk nav:min-h-9";

/** Escape closes a menu and gives the focus back to its button; so does whatever is done elsewhere, without the focus. */
export function listenToMenus(): void {
  const opened = () => document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of opened()) {
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu.open = false;
    }
  });
  for (const what of ["click", "focusin"])
    document.addEventListener(what, ({ target }) => {
      for (const menu of opened()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
}
