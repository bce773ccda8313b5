"""The pages: each asks the memory, as the commands do, and gives a sheet to be rendered."""
