import { handbookLanguage, handbookLanguages } from "@/lib/domain/languages";
import { helpAnswer } from "../help-answer";
import { ContentsView } from "../help-views";

export const dynamic = "force-static";
export const dynamicParams = false;
export const generateStaticParams = () => handbookLanguages.map((language) => ({ language }));

/** All pages of the handbook. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ language: string }> },
): Promise<Response> {
  return helpAnswer(<ContentsView language={handbookLanguage((await params).language)} />);
}
