/** The current date, for the parts of the page that show it. */
import { useEffect, useState } from "preact/hooks";
import { today } from "./daily";

/** It changes at midnight, also after the page was hidden at that time. */
export function useToday(): string {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const check = () => setDay(today());
    const timer = setInterval(check, 15_000);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, []);
  return day;
}
