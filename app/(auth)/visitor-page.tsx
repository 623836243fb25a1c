import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { AuthFrameProps } from "@/components/dashboard/shell-types";
import { languageLinks } from "./visitor-words";

type Props = Omit<AuthFrameProps, "serviceName" | "languages"> & { words: DashboardWords };

/** The frame of a page for people who are not signed in, with links to its other languages. */
export async function VisitorPage({ words, ...frame }: Props) {
  return (
    <div lang={words.lang}>
      <AuthFrame {...frame} serviceName={serviceName()} languages={<Languages words={words} />} />
    </div>
  );
}

/** Links, so that they work without scripts; the current language is plain text. */
async function Languages({ words }: { words: DashboardWords }) {
  return (
    <nav aria-label={words.text("language")} className="flex gap-x-3 text-label">
      {(await languageLinks(words.lang)).map(({ code, name, href }) =>
        href === null ? (
          <span key={code} className="flex min-h-11 items-center font-medium sm:min-h-8">
            {name}
          </span>
        ) : (
          <a
            key={code}
            href={href}
            lang={code}
            hrefLang={code}
            className="flex min-h-11 items-center text-ink-2 underline underline-offset-2 hover:text-ink sm:min-h-8"
          >
            {name}
          </a>
        ),
      )}
    </nav>
  );
}
