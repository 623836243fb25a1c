import { classes } from "@/components/ui/button";
import { dashboardLanguages, languages } from "@/lib/domain/languages";
import type { DashboardWords } from "./messages/words";
import type { FormAction } from "./shell-types";

/** One button per language, in its own name; the current one is plain text. `back` is the page to return to. */
export function LanguageButtons(props: {
  words: DashboardWords;
  action: FormAction;
  back: string;
  className?: string;
}) {
  const { words, action, back, className } = props;
  return (
    <form
      action={action}
      method={typeof action === "string" ? "post" : undefined}
      className={classes("flex flex-wrap items-center gap-x-3 text-label", className)}
    >
      <span className="sr-only">{words.text("language")}</span>
      <input type="hidden" name="back" value={back} />
      {dashboardLanguages.map((code) =>
        code === words.lang ? (
          <span key={code} className="py-1 font-medium">
            {languages[code].name}
          </span>
        ) : (
          <button
            type="submit"
            key={code}
            name="language"
            value={code}
            lang={code}
            className="min-h-11 underline underline-offset-2 hover:decoration-2 nav:min-h-8"
          >
            {languages[code].name}
          </button>
        ),
      )}
    </form>
  );
}
