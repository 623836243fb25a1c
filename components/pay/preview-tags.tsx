import { withoutTurns } from "@/lib/domain/text";
import type { PayPage, Preview } from "./types";

/** The preview of a shared page in a chat. The picture's size is given, so that nothing must be fetched to know it. */
export function PreviewTags({ page, preview }: { page: PayPage; preview: Preview }) {
  const { url, image } = preview;
  const [title, text] = [withoutTurns(preview.title), withoutTurns(preview.text)];
  const tags = {
    "og:type": "website",
    "og:title": title,
    "og:description": text,
    ...(url === null ? {} : { "og:url": url }),
    "og:site_name": page.serviceName,
    "og:image": image,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
  };
  return (
    <>
      <meta name="description" content={text} />
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
