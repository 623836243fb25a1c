import { handbookLanguage } from "@/lib/domain/languages";
import { withoutTurns } from "@/lib/domain/text";
import { helpAnswer } from "../../help-answer";
import { SearchView } from "../../help-views";
import { queryMax, searchHelp, wordsOf } from "../../search";

/** Answered here, so that it works without script, and the handbook's words need not be loaded to look for one. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ language: string }> },
): Promise<Response> {
  const language = handbookLanguage((await params).language);
  const asked = new URL(request.url).searchParams.get("q") ?? "";
  const typed = withoutTurns(asked.slice(0, queryMax)).trim();
  const hits = wordsOf(typed).length > 0 ? searchHelp(language, typed) : null;
  return helpAnswer(<SearchView {...{ language, typed, hits }} />);
}
