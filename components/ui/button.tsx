import type { ComponentProps } from "react";

export type ButtonLook = "primary" | "secondary" | "danger" | "quiet";

const looks: Record<ButtonLook, string> = {
  primary: "border-transparent bg-brand text-on-brand",
  secondary: "border-field bg-sheet text-ink hover:bg-sunk",
  danger: "border-bad bg-sheet text-bad hover:bg-bad-bg",
  quiet: "border-transparent bg-transparent text-ink-2 underline underline-offset-2 hover:text-ink",
};

function classOf(look: ButtonLook, more?: string): string {
  return classes(
    "inline-flex min-h-11 items-center justify-center rounded-sm border px-3 text-body font-medium no-underline sm:min-h-9",
    "disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunk disabled:text-ink-3 disabled:no-underline",
    looks[look],
    more,
  );
}

export type ButtonProps = ComponentProps<"button"> & { look?: ButtonLook };

/** Submits its form by default. It stays enabled while the form is invalid, so that pressing it shows the errors. */
export function Button({ look = "secondary", className, type = "submit", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={classOf(look, className)} />;
}

export type ButtonLinkProps = ComponentProps<"a"> & { href: string; look?: ButtonLook };

/** A link that looks like a button, so it opens in a new tab and works before hydration. */
export function ButtonLink({ look = "secondary", className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={classOf(look, className)} />;
}

/** Class names joined, without the ones that do not apply. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
