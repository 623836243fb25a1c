import { handbookLanguage } from "@/lib/domain/languages";
import { everyPlace, helpPage } from "../../../book";
import { helpAnswer } from "../../../help-answer";
import { MissingView, PageView } from "../../../help-views";

// Made by the build, once for everybody; every other address is [[...miss]]'s.
export const dynamic = "force-static";
export const dynamicParams = false;
export const generateStaticParams = everyPlace;

type Params = { language: string; audience: string; page: string };

export async function GET(_: Request, { params }: { params: Promise<Params> }): Promise<Response> {
  const { language, audience, page: name } = await params;
  const page = helpPage(language, audience, name);
  return page
    ? helpAnswer(<PageView page={page} />)
    : helpAnswer(<MissingView language={handbookLanguage(language)} />, 404);
}
