"""This library with ``durability="none"``: no step of a turn is saved, as with GitHub's SDKs."""

import ours

ours.SESSION["durability"] = "none"

if __name__ == "__main__":
    ours.main()
