import { apiFacts } from "../api-facts";
import { GET as errors } from "../errors/route";
import { inMarkdown } from "../markdown";
import { GET as reference } from "../route";

let known: string | null = null;

/** The reference and every error as one text in Markdown, for assistants and editors. It is the same for everybody. */
export async function GET(): Promise<Response> {
  known ??= await read();
  const headers = { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=300" };
  return new Response(known, { headers });
}

async function read(): Promise<string> {
  const { siteUrl } = apiFacts();
  const pages = await Promise.all([reference(new Request(`${siteUrl}/docs`)), errors()]);
  const texts = await Promise.all(pages.map(async (page) => inMarkdown(await page.text(), siteUrl)));
  return texts.join("\n");
}
