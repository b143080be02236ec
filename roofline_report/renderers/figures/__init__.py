"""Pictures for papers and slides: a roofline as an SVG, PDF or PNG file. The only code that uses matplotlib."""
