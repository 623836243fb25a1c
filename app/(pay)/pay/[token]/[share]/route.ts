import { findLink, shareRoute } from "../../../sharing";

export const GET = shareRoute(findLink);
