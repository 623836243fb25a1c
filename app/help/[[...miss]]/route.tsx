import { handbookLanguage } from "@/lib/domain/languages";
import { contents, isPage } from "../book";
import { helpAnswer, languageOf } from "../help-answer";
import { MissingView } from "../help-views";

/**
 * What is no page: it leads on where it is clear what is meant, as without a language or in one that the handbook does not
 * have. Else it says that there is none, with a search.
 */
export async function GET(request: Request): Promise<Response> {
  const [first = "", ...rest] = new URL(request.url).pathname.split("/").slice(2);
  const isLanguage = /^[a-z]{2,3}(-\w+)?$/i.test(first);
  const language = isLanguage ? handbookLanguage(first.toLowerCase()) : languageOf(request);
  const [audience, page = "", ...more] = isLanguage ? rest : [first, ...rest];
  if (!audience && page === "") return leadTo(`/help/${language}`);
  if (audience && Object.hasOwn(contents(), audience) && more.length === 0) {
    if (page === "") return leadTo(`/help/${language}#${audience}`);
    if (isPage(audience, page)) return leadTo(`/help/${language}/${audience}/${page}`);
  }
  return helpAnswer(<MissingView language={language} />, 404);
}

/** Another reader may be led elsewhere, so nobody keeps it. */
function leadTo(path: string): Response {
  return new Response(null, { status: 307, headers: { Location: path, "Cache-Control": "no-store" } });
}
