import { classes } from "@/components/ui/button";
import type { AuthFrameProps } from "./shell-types";

/** One narrow column for sign-in, sign-up and password reset; with `aside` a second one where there is room. */
export function AuthFrame(props: AuthFrameProps) {
  const { serviceName, title, purpose, footer, languages, aside, main, children } = props;
  return (
    <main
      {...main}
      className={classes(
        "mx-auto grid min-h-dvh w-full max-w-[416px] content-start gap-x-16 gap-y-6 px-4 py-10 sm:py-24",
        aside ? "nav:max-w-[60rem] nav:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]" : null,
      )}
    >
      <div className="grid content-start gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p className="text-section font-semibold">
            <a href="/">{serviceName}</a>
          </p>
          {languages}
        </div>
        <div className="border-t-2 border-ink pt-6">
          <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
          {purpose ? <p className="mt-1 text-ink-2">{purpose}</p> : null}
        </div>
        {children}
        {footer ? (
          <div className="border-t border-rule pt-4 text-ink-2 [&_a]:text-ink [&_a]:underline">{footer}</div>
        ) : null}
      </div>
      {aside ? <div className="border-t-2 border-ink pt-6 nav:mt-14 nav:self-start">{aside}</div> : null}
    </main>
  );
}
