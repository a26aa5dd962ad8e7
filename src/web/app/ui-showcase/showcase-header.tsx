import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { Switch } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/search-input.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { MANAGERS, type Manager } from "./managers.ts";

export function ShowcaseHeader() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains("dark"));
  const [search, setSearch] = useState("");
  const [manager, setManager] = useState<Manager>("all");
  const toggle = (next: boolean) => {
    document.documentElement.classList.toggle("dark", next);
    setDark(next);
  };
  const clear = () => {
    setSearch("");
    setManager("all");
  };
  const filtered = search !== "" || manager !== "all";
  return (
    <PageHeader
      title="Bouwstenen"
      count={1234}
      description="Alles waarmee de schermen zijn opgebouwd"
      actions={
        <>
          <Field label="Donker" inline>
            <Switch checked={dark} onCheckedChange={toggle} />
          </Field>
          <Button variant="outline">
            <RefreshCw />
            Sync Airtable
          </Button>
          <Button>Primaire actie</Button>
        </>
      }
      filters={
        <FilterBar onClear={filtered ? clear : undefined}>
          <Field label="Voornaam" labelHidden>
            <SearchInput value={search} onValueChange={setSearch} placeholder="Voornaam" />
          </Field>
          <Field label="Accountmanager" labelHidden>
            <Select options={MANAGERS} value={manager} onValueChange={setManager} />
          </Field>
        </FilterBar>
      }
    />
  );
}
