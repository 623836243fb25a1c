import { isLanguage, samplesCookie } from "../../samples-cookie";

/** Remembers the language of the samples. The style sheet of the reference asks for it when one is chosen. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ language: string }> },
): Promise<Response> {
  const { language } = await params;
  if (!isLanguage(language)) return new Response(null, { status: 404 });
  return new Response(null, {
    status: 204,
    headers: {
      "Cache-Control": "no-store",
      "Set-Cookie": `${samplesCookie}=${language}; Path=/docs; Max-Age=31536000; SameSite=Lax`,
    },
  });
}
