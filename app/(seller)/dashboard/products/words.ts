import type { ProductKind } from "@/lib/services/products/product-input";

export const periods = {
  week: "every week",
  month: "every month",
  quarter: "every 3 months",
  year: "every year",
} as const;

export const kindNames: Record<ProductKind, string> = {
  subscription: "Subscription",
  physical: "Physical: something you send",
  digital: "Digital: something they download",
  course: "Course",
  webinar: "Webinar",
  service: "Service: work you do",
  bookings: "Booking: time you keep free",
  bundle: "Bundle of several things",
};

export const statusNames = {
  active: "For sale",
  draft: "Draft: its page is closed",
  archived: "Archived: no longer sold",
} as const;
